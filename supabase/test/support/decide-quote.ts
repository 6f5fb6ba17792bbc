/** The customer's answer to a quote as sent by the page: the call of PUB-04. */
import type { Client } from './shop.ts';

/** Calls update-quote-status. */
export async function decide(client: Client, orderId: unknown, decision: unknown) {
  const { data, error, response } = await client.functions.invoke<Record<string, unknown>>(
    'update-quote-status',
    { body: { orderId, decision } },
  );
  const body: unknown = error ? await response?.json() : data;
  return { status: response?.status, body };
}
