import { isOpenStatus } from '#src/orders/status/order-status.ts';
import { formatDayInSentence, formatTime, shopClock, shopDay, weekdayName } from '#src/values/dates.ts';

/** `jueves 3 de diciembre a las 17:00`; of another year than `now`, `jueves 3 de diciembre de 2027 a las 17:00`. */
export function formatPromise(at: string | Date, now: Date = new Date()): string {
  const day = formatDayInSentence(shopDay(at), shopDay(now));
  return `${weekdayName(shopClock(at).weekday)} ${day} a las ${formatTime(at)}`;
}

/**
 * The sentence about a promise that customers read. The database has the same words (`private.promise_sentence`), which
 * supabase/test/promise-messages.test.ts compares.
 */
export const promiseSentence = (at: string | Date, now: Date = new Date()): string =>
  `Comprometida para el ${formatPromise(at, now)}`;

/** An order with its promise, as far as its reader sees that. */
interface Promised {
  status: string;
  promised_at: string | null;
}

/** {@link promiseSentence} of an order with work left; null for any other: a finished one keeps its promise untold. */
export const toldPromise = ({ status, promised_at: at }: Promised): string | null =>
  at !== null && isOpenStatus(status) ? promiseSentence(at) : null;
