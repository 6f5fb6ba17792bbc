/** Guesses as the screens make them: a call that counts, and a second one that answers with the ticket of the first. */
import type { Client } from './shop.ts';

/** Thrown when a call was rejected, with its SQLSTATE. */
function refused(error: { code: string; message: string }): Error {
  return new Error(`${error.code} ${error.message}`);
}

/** The arguments for submitting a PIN, after counting the attempt. */
export async function pinTicket(client: Client, pin: string): Promise<{ p_ticket?: string }> {
  const { data, error } = await client.rpc('try_report_pin', { p_pin: pin });
  if (error) throw refused(error);
  return (data as string | null) ? { p_ticket: data } : {};
}

/** The earnings behind a PIN. */
export async function earningsFor(client: Client, pin: string, filter: Record<string, unknown> = {}) {
  const { data, error } = await client.rpc('report_earnings', {
    ...(await pinTicket(client, pin)),
    ...filter,
  });
  if (error) throw refused(error);
  return data as { outcome: string; total?: number; locked_seconds?: number };
}

/** Changes the PIN. */
export async function changePin(client: Client, current: string, next: string): Promise<string> {
  const { data, error } = await client.rpc('set_report_pin', {
    ...(await pinTicket(client, current)),
    p_new: next,
  });
  if (error) throw refused(error);
  return data;
}

/** A customer's claim of an order. */
export async function claimOrders(client: Client, orderNumber: number, phone: string): Promise<string> {
  const { data: ticket, error } = await client.rpc('try_claim_orders', {
    p_order_number: orderNumber,
    p_phone: phone,
  });
  if (error) throw refused(error);
  const answer = await client.rpc('claim_orders', (ticket as string | null) ? { p_ticket: ticket } : {});
  if (answer.error) throw refused(answer.error);
  return answer.data;
}
