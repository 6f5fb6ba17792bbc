import postgres from 'postgres';
import type { OrderStatus } from '@taller/shared/orders/status/order-status.ts';
import type { RunningServer } from '@taller/server/start-server.ts';

/** An order of the demo shop. */
export interface DemoOrder {
  id: string;
  order_number: number;
}

/** A connection to the database of each server; it closes automatically when idle. */
const connections = new WeakMap<RunningServer, postgres.Sql>();

/** Runs queries on the shop's database, bypassing the interface and its rules. */
export async function withDatabase<T>(
  shop: RunningServer,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const known = connections.get(shop);
  const sql = known ?? postgres(shop.databaseUrl, { max: 4, idle_timeout: 2, onnotice: () => undefined });
  if (!known) connections.set(shop, sql);
  return work(sql);
}

/** How many rows there are: `countRows(shop, (sql) => sql`profiles where role = 'admin'`)`. */
export function countRows(
  shop: RunningServer,
  from: (sql: postgres.Sql) => postgres.PendingQuery<postgres.Row[]>,
): Promise<number> {
  return withDatabase(shop, async (sql) => {
    const [counted] = await sql<{ rows: number }[]>`select count(*)::integer as rows from ${from(sql)}`;
    return counted?.rows ?? 0;
  });
}

/** An order with that status. */
export function orderIn(shop: RunningServer, status: OrderStatus): Promise<DemoOrder> {
  return withDatabase(shop, async (sql) => {
    const [order] = await sql<DemoOrder[]>`
      select id, order_number from service_orders where status = ${status} order by order_number limit 1`;
    if (!order) throw new Error(`The demo shop has no order in ${status}`);
    return order;
  });
}

/** A newly quoted order: 'Cambio de pantalla' for 45,990 pesos. */
export function quotedOrder(shop: RunningServer): Promise<DemoOrder> {
  return withDatabase(shop, async (sql) => {
    const [order] = await sql<DemoOrder[]>`
      update service_orders
      set status = 'quoted', quote = 45990, total_amount = 45990, technical_work = 'Cambio de pantalla'
      where id = (select id from service_orders where status = 'delivered' order by order_number limit 1)
      returning id, order_number`;
    if (!order) throw new Error('The demo shop has no delivered order');
    return order;
  });
}

/** Changes the price as the desk does, without its rules. */
export function setPrice(shop: RunningServer, id: string, amount: number): Promise<void> {
  return withDatabase(shop, async (sql) => {
    await sql`update service_orders set quote = ${amount}, total_amount = ${amount} where id = ${id}`;
  });
}

/** The order's current status. */
export function statusOf(shop: RunningServer, id: string): Promise<string | undefined> {
  return withDatabase(shop, async (sql) => {
    const [order] = await sql<{ status: string }[]>`select status from service_orders where id = ${id}`;
    return order?.status;
  });
}
