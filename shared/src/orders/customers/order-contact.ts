/** The columns of an order's contact, for embedding; customers, who may not read them, get none. */
export const CONTACT_COLUMNS =
  'contact:customer_contacts!service_orders_contact_id_fkey (name, role, phone)' as const;

/** The person of a company that an order is for (CARD-04). */
export interface OrderContact {
  name: string;
  role: string;
  phone: string;
}
