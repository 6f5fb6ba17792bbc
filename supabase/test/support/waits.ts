/** Waits of orders, set and ended as a person does it. */
import { randomUUID } from 'node:crypto';
import { addDays, shopDay } from '@taller/shared/values/dates.ts';
import type { Person, Shop } from './shop.ts';

type By = Pick<Person, 'client'>;

/** A day of the shop's calendar, counted from today. */
export const dayFromToday = (days: number) => addDays(shopDay(new Date()), days);

/** Changes the shop's list of reasons. */
export const setReasons = async ({ sql }: Pick<Shop, 'sql'>, waits: readonly unknown[]) => {
  await sql`
    update public.setting_sections set value = value || ${sql.json({ waits } as never)} where section = 'desk'`;
};

interface WaitArguments {
  p_request_id?: string;
  p_reason?: string;
  p_expected_on?: string;
  p_note?: string;
  p_screen_order_id?: string;
  p_seen?: string;
  p_seen_version?: number;
  p_tell?: boolean;
}

/** The arguments of a form that has read a wait. */
export const seen = ({ id, version }: Pick<StoredWait, 'id' | 'version'>) => ({
  p_seen: id,
  p_seen_version: version,
});

/** Puts an order on hold. @returns the refusal, or null. */
export const setWait = async ({ client }: By, orderId: string, more: WaitArguments = {}) =>
  (
    await client.rpc('set_wait', {
      p_request_id: randomUUID(),
      p_order_id: orderId,
      p_reason: 'part',
      ...more,
    })
  ).error;

/** Ends a wait. @returns the refusal, or null. */
export const endWait = async ({ client }: By, waitId: string) =>
  (await client.rpc('end_wait', { p_wait_id: waitId })).error;

/** Takes the end of a wait back. @returns the refusal, or null. */
export const resumeWait = async ({ client }: By, waitId: string) =>
  (await client.rpc('resume_wait', { p_wait_id: waitId })).error;

export interface StoredWait {
  id: string;
  reason: string;
  label: string;
  public_text: string | null;
  expected_on: string | null;
  note: string;
  outcome: string | null;
  started_by: string | null;
  ended_by: string | null;
  version: number;
}

/** An order's waits as stored, in their order. */
export const waitsOf = async ({ sql }: Pick<Shop, 'sql'>, orderId: string) => [
  ...(await sql<StoredWait[]>`
    select id, reason, label, public_text, expected_on::text, note, outcome, started_by, ended_by, version
    from public.order_waits where order_id = ${orderId} order by started_at`),
];

/** The one open wait of an order. */
export async function openWaitOf(shop: Pick<Shop, 'sql'>, orderId: string): Promise<StoredWait> {
  const [open] = (await waitsOf(shop, orderId)).filter(({ outcome }) => outcome === null);
  if (!open) throw new Error(`The order ${orderId} waits for nothing`);
  return open;
}
