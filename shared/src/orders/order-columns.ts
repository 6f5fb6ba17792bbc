import type { Database } from '#src/db/database.types.ts';
import { codeSealer } from './device-codes/seal-device-code.ts';
import { FIELD_NAMES, fieldFacts, type FieldColumn } from './fields/order-fields.ts';
import type { OrderForm } from './order-schemas.ts';

type Row = Database['public']['Tables']['service_orders']['Row'];
type PlainColumns = Pick<Row, FieldColumn | 'quote' | 'password_type'>;

/**
 * The table's columns of a validated order form, except the device code: empty optional texts are null, the price is
 * one amount with two names (ORD-06).
 */
export function toPlainColumns(form: OrderForm): PlainColumns {
  const columns = FIELD_NAMES.map((name) => {
    const { column, required } = fieldFacts(name);
    return [column, required === undefined ? form[name] || null : form[name]];
  });
  return {
    ...(Object.fromEntries(columns) as Pick<Row, FieldColumn>),
    quote: form.quote,
    password_type: form.password_type || null,
  };
}

/** The device code, encrypted for the order with that id. Null keeps a stored code; another type clears it (ORD-04). */
export async function toSealedCode(id: string, form: OrderForm): Promise<string | null> {
  const code = form.password_type ? form.device_password : '';
  return code ? (await codeSealer())(code, id) : null;
}

/** All columns of a validated order form. */
export const toOrderColumns = async (id: string, form: OrderForm) => ({
  ...toPlainColumns(form),
  device_password: await toSealedCode(id, form),
});
