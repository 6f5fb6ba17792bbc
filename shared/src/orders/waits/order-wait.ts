/** Waits of orders (TIME-01 to TIME-13, decision 58). */
import type { Database } from '#src/db/database.types.ts';
import { isOpenStatus } from '#src/orders/status/order-status.ts';

type Row = Database['public']['Tables']['order_waits']['Row'];

/** Columns of a wait as the order view reads them. */
export const WAIT_COLUMNS =
  'id, reason, label, public_text, expected_on, screen_order_id, note, started_at, ended_at, stops_clock, version' as const;

/** A wait of an order, open or ended. */
export type OrderWait = Pick<
  Row,
  | 'id'
  | 'reason'
  | 'label'
  | 'public_text'
  | 'expected_on'
  | 'screen_order_id'
  | 'note'
  | 'started_at'
  | 'ended_at'
  | 'stops_clock'
  | 'version'
>;

/** The open wait of an order, as the desk's list has it. */
export type OpenWait = Pick<Row, 'id' | 'reason' | 'label' | 'expected_on'>;

/** An order with its open wait, as in a list, or with all its waits. */
export interface Waiting {
  status: string;
  wait?: OpenWait | null;
  waits?: readonly OrderWait[];
}

/** The key of the reason that means a part, whatever the shop calls it. */
export const PART_REASON = 'part';

/** Whether a text may be the key of a reason: which there are is the shop's own list. */
export const isReasonKey = (text: string | null): text is string =>
  text !== null && /^[a-z0-9-]{1,40}$/.test(text);

/**
 * The open wait of an order; null if it waits for nothing. An order without work left never waits: the answer to its
 * change of status is older than the end of the wait, which the server writes after it.
 */
export const openWaitOf = ({ status, wait, waits }: Waiting): OpenWait | null =>
  isOpenStatus(status) ? (wait ?? currentWait({ status, waits }) ?? null) : null;

/** {@link openWaitOf} with all its columns. */
export const currentWait = ({ status, waits }: Waiting): OrderWait | undefined =>
  isOpenStatus(status) ? waits?.find(({ ended_at: end }) => end === null) : undefined;

/** Whether the awaited should be here by now. `today` as `yyyy-mm-dd`. */
export const isLate = ({ expected_on: day }: Pick<OpenWait, 'expected_on'>, today: string): boolean =>
  day !== null && day < today;

const DAY_MS = 86_400_000;

/**
 * The days an order waited, and all of its days, until its completion or now; an open wait lasts until then. Null for
 * an order that was stopped, since the time of the stop is unknown.
 */
export function waitedDays(
  { status, created_at: from, completed_at: done, waits }: WaitedOrder,
  now: Date = new Date(),
): { waited: number; days: number } | null {
  if (done === null && !isOpenStatus(status)) return null;
  const until = done === null ? now.getTime() : Date.parse(done);
  const waitedMs = waits.reduce((sum, { started_at: start, ended_at: end }) => {
    const last = Math.min(end === null ? until : Date.parse(end), until);
    return sum + Math.max(0, last - Date.parse(start));
  }, 0);
  return { waited: Math.round(waitedMs / DAY_MS), days: Math.round((until - Date.parse(from)) / DAY_MS) };
}

interface WaitedOrder {
  status: string;
  created_at: string;
  completed_at: string | null;
  waits: readonly Pick<OrderWait, 'started_at' | 'ended_at'>[];
}
