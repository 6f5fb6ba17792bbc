/** Test orders. */
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import type { Person, Shop } from './shop.ts';

/** Required columns of an order, for a customer. */
export function orderOf(person: Pick<Person, 'fullName' | 'phone' | 'rut'>) {
  return orderColumns({
    customer_name: person.fullName,
    customer_phone: person.phone,
    customer_rut: person.rut,
  });
}

/** Inserts an order of a customer as the database's owner: no role's rules apply. */
export async function makeOrder(
  shop: Pick<Shop, 'sql' | 'people'>,
  columns: Record<string, string | number | null> = {},
): Promise<{ id: string; order_number: number; version: number }> {
  const row = { ...orderOf(shop.people.customer), ...columns };
  const [made] =
    await shop.sql`insert into public.service_orders ${shop.sql(row)} returning id, order_number, version`;
  return made as { id: string; order_number: number; version: number };
}

/** The order as stored, regardless of visibility; without columns if it no longer exists. */
export async function storedOrder(shop: Pick<Shop, 'sql'>, id: string): Promise<Record<string, unknown>> {
  const [row] = await shop.sql`select * from public.service_orders where id = ${id}`;
  return row ?? {};
}

/** The update sent by the desk's screens, returning the row. */
export function change(by: Pick<Person, 'client'>, id: string, columns: Record<string, unknown>) {
  return by.client
    .from('service_orders')
    .update(columns as never)
    .eq('id', id)
    .select()
    .single();
}
