/** Returns within the warranty, taken in as the counter does it. */
import { randomUUID } from 'node:crypto';
import { makeOrder, orderOf } from './orders.ts';
import type { Person, Shop } from './shop.ts';

type Columns = Record<string, string | number | boolean | null>;

/** An order of the customer that was delivered some days ago, with a warranty of some days. */
export async function deliveredOrder(
  shop: Pick<Shop, 'sql' | 'people'>,
  { ago, days, ...columns }: { ago: number; days: number } & Record<string, string | number | null>,
): Promise<{ id: string; order_number: number }> {
  const order = await makeOrder(shop, { status: 'delivered', warranty_days: days, ...columns });
  await shop.sql`update public.service_orders
    set created_at = now() - make_interval(days => ${ago + 2}), delivered_at = now() - make_interval(days => ${ago})
    where id = ${order.id}`;
  return order;
}

/** Takes an order of the customer in. @returns the stored row, or the refusal. */
export async function takeIn(shop: Pick<Shop, 'people'>, by: Pick<Person, 'client'>, columns: Columns) {
  const row = { ...orderOf(shop.people.customer), quote: 0, total_amount: 0, id: randomUUID(), ...columns };
  return by.client
    .from('service_orders')
    .insert(row as never)
    .select()
    .single();
}

/** Takes a return in at the desk, some days ago. */
export async function takeInReturn(
  shop: Pick<Shop, 'sql' | 'people'>,
  of: number,
  ago = 0,
  columns: Columns = {},
): Promise<{ id: string; order_number: number; warranty_of: number | null }> {
  const { data, error } = await takeIn(shop, shop.people.receptionist, { warranty_of: of, ...columns });
  if (error) throw new Error(error.message);
  await shop.sql`update public.service_orders set created_at = now() - make_interval(days => ${ago})
    where id = ${data.id}`;
  return data;
}

/** The views of the desk's list in which an order is. */
export async function viewsOf(by: Pick<Person, 'client'>, id: string): Promise<string[]> {
  const views = ['to_quote', 'waiting', 'to_repair', 'on_hold', 'ready', 'to_return'];
  const found = await Promise.all(
    views.map(async (view) => (await by.client.rpc('search_orders', { p_view: view })).data ?? []),
  );
  return views.filter((_view, at) => found[at]?.some((row) => row.id === id));
}
