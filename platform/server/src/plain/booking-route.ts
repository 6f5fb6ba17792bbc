import { randomUUID } from 'node:crypto';
import { bookedTexts, bookingTexts as texts } from '@taller/shared/appointments/booking-texts.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { plainHref } from '@taller/shared/contract/plain-pages.ts';
import { shopDay } from '@taller/shared/values/dates.ts';
import type { PlainPage } from './plain-page.ts';
import { bookedPage, bookingPage, DOING, FIELDS, FROM, type Doing, type Typed } from './booking-pages.ts';
import type { BookingData, Refused } from './booking-data.ts';

/** The paths of online booking; the group is the secret of a link. */
export const BOOKING = new RegExp(`^${paths.booking.path}(?:/([^/]*))?/?$`);
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const typedIn = (form: URLSearchParams): Typed =>
  Object.fromEntries(FIELDS.map((name) => [name, form.get(name) ?? ''])) as Record<keyof Typed, string>;

/** The shop's day of a time; null if it is none. */
const dayOf = (at: string) => (Number.isNaN(Date.parse(at)) ? null : shopDay(at));

/** The reason why nothing was booked or moved, in words. */
function refusal({ outcome, next }: Refused, after: string): string {
  if (outcome === 'limit') return texts.limit;
  if (outcome === 'off') return texts.off;
  const why = texts.gone[outcome === 'taken' || outcome === 'reserved' ? outcome : 'closed'];
  return `${why} ${after} ${next ? texts.nextChosen(next) : texts.none}`;
}

async function book(form: URLSearchParams, data: BookingData): Promise<PlainPage | string> {
  const typed = typedIn(form);
  const booked = await data.book(typed);
  if (booked === 'unavailable') return bookingPage(typed, dayOf(typed.at), texts.failed, data);
  if ('message' in booked) return bookingPage(typed, dayOf(typed.at), booked.message, data);
  if ('secret' in booked) return `${plainHref(paths.booked.getHref(booked.secret))}&${DOING}=nueva`;
  const at = booked.next ?? typed.at;
  return bookingPage({ ...typed, at }, dayOf(at), refusal(booked, texts.notBooked), data);
}

async function change(secret: string, form: URLSearchParams, data: BookingData): Promise<PlainPage | string> {
  const address = plainHref(paths.booked.getHref(secret));
  const shown = (told: string, from: string | null = null) =>
    bookedPage({ secret, doing: 'mover', from, told }, data);
  if (form.get('action') === 'cancel') {
    const isDone = await data.cancel(secret);
    return isDone
      ? address
      : bookedPage({ secret, doing: null, from: null, told: bookedTexts.cancelFailed }, data);
  }
  const moved = await data.move(secret, Number(form.get('version')), form.get('at') ?? '');
  if (moved === 'unavailable') return shown(bookedTexts.moveFailed);
  if (moved === null) return address;
  if (moved.outcome === 'moved') return `${address}&${DOING}=cambio`;
  if (moved.outcome === 'changed') return shown(bookedTexts.changed);
  if (moved.outcome === 'limit') return shown(bookedTexts.moveLimit);
  // Cancelled, received or over meanwhile: the page says it.
  if (!['taken', 'closed', 'reserved', 'off'].includes(moved.outcome)) return address;
  return shown(refusal(moved, bookedTexts.notMoved), dayOf(moved.next ?? ''));
}

/**
 * The pages of online booking (BOOK-11), or where they lead. A booking changes by a form's POST alone.
 * @param form of a POST; null for a GET.
 * @returns null for another page.
 */
export async function answerBooking(
  path: string,
  query: URLSearchParams,
  form: URLSearchParams | null,
  data: BookingData,
): Promise<PlainPage | string | null> {
  const found = BOOKING.exec(path);
  if (!found) return null;
  const secret = found[1] ?? '';
  const asked = query.get(FROM);
  const from = asked !== null && DAY.test(asked) ? asked : null;
  if (form) return secret === '' ? book(form, data) : change(secret, form, data);
  if (secret !== '') return bookedPage({ secret, doing: query.get(DOING) as Doing, from }, data);
  return bookingPage(typedIn(new URLSearchParams({ request: randomUUID() })), from, '', data);
}
