/** Promises of orders, set as a person does it. */
import { randomUUID } from 'node:crypto';
import type { Person, Shop } from './shop.ts';

interface PromiseArguments {
  p_request_id?: string;
  p_promised_at?: string | null;
  p_reason?: string;
  p_known?: string | null;
  p_tell?: boolean;
}

/** A Thursday afternoon of the shop. */
export const THURSDAY = '2046-12-06T20:00:00+00:00';
/** The day after it. */
export const FRIDAY = '2046-12-07T20:00:00+00:00';

/** Promises a date. @returns the refusal, or null. */
export const setPromise = async (
  { client }: Pick<Person, 'client'>,
  orderId: string,
  more: PromiseArguments = {},
) => {
  const args = { p_request_id: randomUUID(), p_order_id: orderId, p_promised_at: THURSDAY, ...more };
  return (await client.rpc('set_promise', args as never)).error;
};

/** The promise of an order, as ISO text in UTC; null for none. */
export async function promiseOf({ sql }: Pick<Shop, 'sql'>, orderId: string): Promise<string | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select promised_at as at from public.service_orders where id = ${orderId}`;
  return row?.at?.toISOString() ?? null;
}
