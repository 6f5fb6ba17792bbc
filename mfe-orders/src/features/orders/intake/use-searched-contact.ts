import { contactOf } from '@taller/shared/orders/customers/chosen-contact.ts';
import { orderContactsQuery } from '@taller/shared/orders/customers/order-contacts-query.ts';
import { isValidImei } from '@taller/shared/orders/imei.ts';
import type { OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import { useQueryClient } from '@taller/shared/query';
import { nameKey } from '@taller/shared/values/name-key.ts';
import { isDiallable } from '@taller/shared/values/phone.ts';
import { dashedRut } from '@taller/shared/values/rut.ts';
import { contactName } from '#src/components/contact-words.ts';
import { fillIn } from '../form/fill-in.ts';
import type { OrderFormControls } from '../form/order-form-values.ts';

interface Person {
  name: string;
  phone: string;
}

/** The digits that a number has in every spelling: without country code and leading zero. */
const tail = (phone: string) => phone.replace(/\D/g, '').slice(-8);

/** Whether a text is somebody's phone, or part of their name; null for another kind of text. */
function personTest(typed: string): ((person: Person) => boolean) | null {
  if (!/\d/.test(typed)) return ({ name }) => nameKey(name).includes(nameKey(typed));
  return isDiallable(typed) && !isValidImei(typed) ? ({ phone }) => tail(phone) === tail(typed) : null;
}

/**
 * Hook: a customer who was found by the name or phone of one of the company's contacts is one whose device that person
 * brings (REC-16).
 */
export function useSearchedContact(form: OrderFormControls) {
  const client = useQueryClient();
  return async (typed: string, customer: Partial<OrderFormInput>): Promise<void> => {
    const { customerRut: rut, customerName: name, customerPhone = '', secondPhone = '' } = customer;
    const isIt = personTest(typed);
    // The nine digits of a mobile may be those of a RUT, too.
    if (!rut || name === undefined || !isIt || dashedRut(typed) === rut) return;
    if ([customerPhone, secondPhone].some((phone) => isIt({ name, phone }))) return;
    try {
      const [found, ...others] = (await client.fetchQuery(orderContactsQuery(rut))).filter(isIt);
      const isStill = form.getValues('customerRut') === rut && !contactOf(form.getValues('contact'), rut);
      if (found && others.length === 0 && isStill)
        fillIn(form, { contact: { id: found.id, rut, name: contactName(found) } });
    } catch (error) {
      // Its field reads them again.
      console.error('The contacts of a customer did not come', error);
    }
  };
}
