/** Signatures of orders, as people give them. */
import { randomUUID } from 'node:crypto';
import type { Json } from '@taller/shared/db/database.types.ts';
import type { Person, Shop } from './shop.ts';

/** A drawn signature of two strokes. */
export const STROKES: number[][] = [
  [100, 200, 400, 90],
  [420, 210, 700, 130],
];

/** The contents to be signed for an order, as the staff's screen reads them. */
export interface Signing {
  moment: string;
  digest: string;
  terms: string[];
  orders: (Record<string, unknown> & { number: number })[];
}

/** The other orders of a visit that are handed over with one; of none nothing is said, as by earlier pages. */
const withOthers = (others: string[]) => (others.length > 0 ? { p_with: others } : {});

/** The contents that a person is asked to sign. */
export async function signingOf(
  by: Pick<Person, 'client'>,
  orderId: string,
  moment = 'reception',
  others: string[] = [],
) {
  const { data, error } = await by.client.rpc('signing', {
    p_id: orderId,
    p_moment: moment,
    ...withOthers(others),
  });
  if (error) throw error;
  return data as unknown as Signing;
}

export interface Signed {
  requestId?: string;
  digest?: string;
  name?: string;
  strokes?: Json | null;
}

const argumentsOf = ({ requestId = randomUUID(), name = 'Rosa Soto', strokes = STROKES }: Signed) => ({
  p_request_id: requestId,
  p_name: name,
  ...(strokes !== null && { p_strokes: strokes }),
});

/** Signs an order on the shop's screen, what it shows unless a digest is given. */
export async function sign(
  by: Pick<Person, 'client'>,
  orderId: string,
  { moment = 'reception', others = [], ...signed }: Signed & { moment?: string; others?: string[] } = {},
) {
  const digest = signed.digest ?? (await signingOf(by, orderId, moment, others)).digest;
  return by.client.rpc('sign_order', {
    ...argumentsOf(signed),
    p_order_id: orderId,
    p_moment: moment,
    p_digest: digest,
    ...withOthers(others),
  });
}

/** The last part of a new link for the customer's phone. */
export async function linkFor(
  by: Pick<Person, 'client'>,
  orderId: string,
  moment = 'reception',
  others: string[] = [],
) {
  const asked = await by.client.rpc('ask_signature', {
    p_request_id: randomUUID(),
    p_order_id: orderId,
    p_moment: moment,
    ...withOthers(others),
  });
  if (asked.error) throw asked.error;
  return asked.data;
}

/** The contents of a link on the customer's phone. */
export const shownBy = async ({ anon }: Pick<Shop, 'anon'>, token: string) =>
  (await anon.rpc('get_signing', { p_token: token })).data as unknown as Signing & { state: string };

/** Signs by a link what its page shows, unless a digest is given. */
export async function signByLink(shop: Pick<Shop, 'anon'>, token: string, signed: Signed = {}) {
  const digest = signed.digest ?? (await shownBy(shop, token)).digest;
  return shop.anon.rpc('sign_by_link', { ...argumentsOf(signed), p_token: token, p_digest: digest });
}

/** Whether the shop asks for signatures; its section gets another version. */
export const requireSignatures = ({ sql }: Pick<Shop, 'sql'>, required: Record<string, boolean>) =>
  sql`update public.setting_sections s
    set value = s.value || ${sql.json({ signatures: { reception: false, delivery: false, ...required } })}
    where section = 'desk'`;
