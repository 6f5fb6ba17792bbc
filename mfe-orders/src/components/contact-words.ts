import type { OrderContact } from '@taller/shared/orders/customers/order-contact.ts';
import { formatPhone } from '@taller/shared/values/phone.ts';

/** The term of an order's contact, in lists of facts and in its field. */
export const CONTACT_LABEL = 'Contacto';

/** A contact's name with what they do there. */
export const contactName = ({ name, role }: Pick<OrderContact, 'name' | 'role'>): string =>
  [name, role].filter(Boolean).join(', ');

/** The same with the phone, as on paper. */
export const contactWords = (contact: OrderContact): string =>
  [contactName(contact), contact.phone && formatPhone(contact.phone)].filter(Boolean).join(' · ');
