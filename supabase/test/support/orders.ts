/** Orders to try rules on. */
import type { Person, Shop } from './shop.ts';

/** Columns that an order needs, of a customer. */
export function orderOf(person: Pick<Person, 'fullName' | 'phone' | 'rut'>) {
  return {
    customer_name: person.fullName,
    customer_phone: person.phone,
    customer_rut: person.rut,
    equipment_type: 'smartphone',
    equipment_brand: 'Samsung',
    equipment_model: 'Galaxy A15',
    equipment_condition: 'Pantalla trizada',
    work_description: 'No carga',
    technical_work: 'Cambio de pin de carga',
    quote: 30_000,
  };
}

/** Writes an order of a customer as the database's owner: no role's rules apply. */
export async function makeOrder(
  shop: Pick<Shop, 'sql' | 'people'>,
  columns: Record<string, string | number | null> = {},
): Promise<{ id: string; order_number: number; version: number }> {
  const row = { ...orderOf(shop.people.customer), ...columns };
  const [made] =
    await shop.sql`insert into public.service_orders ${shop.sql(row)} returning id, order_number, version`;
  return made as { id: string; order_number: number; version: number };
}

/** The order as the database has it, whoever may see it; without columns when it is gone. */
export async function storedOrder(shop: Pick<Shop, 'sql'>, id: string): Promise<Record<string, unknown>> {
  const [row] = await shop.sql`select * from public.service_orders where id = ${id}`;
  return row ?? {};
}

/** The update that the desk's screens send, with the row that comes back. */
export function change(by: Pick<Person, 'client'>, id: string, columns: Record<string, unknown>) {
  return by.client
    .from('service_orders')
    .update(columns as never)
    .eq('id', id)
    .select()
    .single();
}
