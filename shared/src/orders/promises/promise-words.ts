import { isOpenStatus } from '#src/orders/status/order-status.ts';
import { saysDay } from '#src/orders/waits/wait-sentence.ts';
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

/**
 * The promise's text for customers while an order has work left; null for any other: a finished one keeps its
 * promise untold. Once it has passed it says so, and names no other date: `wait` is the sentence about what the order
 * waits for, whose expected day is the one that counts then.
 */
export function toldPromise(
  { status, promised_at: at }: Promised,
  wait: string | null = null,
  now: Date = new Date(),
): string | null {
  if (at === null || !isOpenStatus(status)) return null;
  if (Date.parse(at) > now.getTime()) return promiseSentence(at, now);
  const what =
    wait !== null && saysDay(wait)
      ? 'Ahora cuenta la fecha de la espera: te avisaremos'
      : 'Está atrasada: te avisaremos';
  return `Estaba comprometida para el ${formatPromise(at, now)}. ${what} apenas esté lista.`;
}
