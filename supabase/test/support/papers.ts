import type { Client, Person, Shop } from './shop.ts';

/** The answer of check_paper. */
export interface Checked {
  state: string;
  kind: string;
  at: string;
  changed: string[] | null;
  sealed_at: string | null;
  later: { kind: string; at: string; changed: string[] | null }[];
  is_erased: boolean;
  has_phone: boolean;
}

/** The code of an order's slip, as it is printed now. */
export async function paperCode(by: Pick<Person, 'client'>, orderId: string): Promise<string> {
  const { data, error } = await by.client.rpc('paper_code', { p_order_id: orderId });
  if (error) throw error;
  return data;
}

/** Checks a slip as a stranger does. */
export const checkedBy = async ({ anon }: Pick<Shop, 'anon'>, code: string) =>
  (await anon.rpc('check_paper', { p_code: code })).data as unknown as Checked;

/** Reads the facts of a slip with the last digits of a phone. */
export async function readWith(client: Client, code: string, digits: string) {
  const tried = await client.rpc('try_paper', { p_code: code, p_digits: digits });
  if (tried.error) return { outcome: tried.error.message };
  const ticket = tried.data as string | null;
  const read = await client.rpc('read_paper', ticket === null ? {} : { p_ticket: ticket });
  if (read.error) throw read.error;
  return read.data as {
    outcome: string;
    paper?: Record<string, unknown>;
    signatures?: { kind: string; is_corrected: boolean }[];
  };
}
