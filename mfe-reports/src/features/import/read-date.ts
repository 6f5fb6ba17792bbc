/** Parses dates as written by spreadsheets in Chile and elsewhere, in the shop's time zone. */
import { isDay, shopInstant } from '@taller/shared/values/dates.ts';

/** Whether the day or the month comes first in `03/04/2020`. */
export type DateOrder = 'dmy' | 'mdy';

/** A date without a time becomes noon in the shop, so that no time zone moves it to another day. */
const MIDDAY = '12:00';

const MONTHS: Readonly<Record<string, number>> = {
  ene: 1,
  jan: 1,
  feb: 2,
  fev: 2,
  mar: 3,
  abr: 4,
  apr: 4,
  may: 5,
  mai: 5,
  jun: 6,
  jul: 7,
  ago: 8,
  aug: 8,
  sep: 9,
  set: 9,
  oct: 10,
  out: 10,
  nov: 11,
  dic: 12,
  dec: 12,
  dez: 12,
};

const TIME = String.raw`(?:[T,\s]+(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?\s*([ap]\.?\s?m\.?)?)?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}$`, 'i');
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})${TIME}$`, 'i');
const NAMED = new RegExp(
  String.raw`^(\d{1,2})(?:[-/.\s]+(?:de\s+)?)([a-záéíóú]{3,12})\.?(?:[-/.\s]+(?:de\s+)?)(\d{4}|\d{2})${TIME}$`,
  'i',
);
/** An instant with its time zone, as written by programs. */
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;
/** PostgreSQL writes `+00`. */
const SHORT_ZONE = /([+-]\d{2})$/;
/** Excel's day number, with the time as its fraction: 1982 to 2064. */
const SERIAL = /^([3-5]\d{4})(?:[.,](\d+))?$/;
const SERIAL_EPOCH = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;
const MINUTES_OF_DAY = 1440;

function fullYear(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

const two = (value: number): string => String(value).padStart(2, '0');

function readTime(
  hour: string | undefined,
  minute: string | undefined,
  half: string | undefined,
): string | null {
  if (hour === undefined || minute === undefined) return MIDDAY;
  let hours = Number(hour);
  if (half) {
    if (hours < 1 || hours > 12) return null;
    hours = (hours % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
  }
  return hours < 24 && Number(minute) < 60 ? `${two(hours)}:${minute}` : null;
}

function at(year: number, month: number, day: number, time: string | null): Date | null {
  const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return time !== null && isDay(text) ? shopInstant(text, time) : null;
}

/**
 * Parses `19-06-2013`, `19/06/13`, `2013-06-19`, `19-jun-13`, `19 de junio de 2013`, Excel's `41444` and `41444,75`,
 * each with or without a time, and instants with a time zone.
 * @returns null for anything else and for invalid dates (31st of February).
 */
export function readDate(text: string, order: DateOrder): Date | null {
  const value = text.trim();
  if (INSTANT.test(value)) {
    const instant = new Date(value.replace(' ', 'T').replace(SHORT_ZONE, '$1:00'));
    return Number.isNaN(instant.getTime()) || !isDay(value.slice(0, 10)) ? null : instant;
  }
  const serial = SERIAL.exec(value);
  if (serial) {
    const [, days, fraction = '0'] = serial;
    const minutes = Math.round(Number(`0.${fraction}`) * MINUTES_OF_DAY);
    const moment = new Date(SERIAL_EPOCH + Number(days) * DAY_MS + minutes * 60_000).toISOString();
    return shopInstant(moment.slice(0, 10), minutes === 0 ? MIDDAY : moment.slice(11, 16));
  }
  const yearFirst = YEAR_FIRST.exec(value);
  if (yearFirst) {
    const [, year = '', month, day, hour, minute, half] = yearFirst;
    return at(Number(year), Number(month), Number(day), readTime(hour, minute, half));
  }
  const yearLast = YEAR_LAST.exec(value);
  if (yearLast) {
    const [, first, second, year = '', hour, minute, half] = yearLast;
    const [day, month] = order === 'dmy' ? [first, second] : [second, first];
    return at(fullYear(year), Number(month), Number(day), readTime(hour, minute, half));
  }
  const named = NAMED.exec(value);
  if (named) {
    const [, day, name = '', year = '', hour, minute, half] = named;
    const month = MONTHS[name.slice(0, 3).toLowerCase()];
    return month ? at(fullYear(year), month, Number(day), readTime(hour, minute, half)) : null;
  }
  return null;
}

/**
 * Detects the order of day and month in a column: month first only if the second number exceeds 12 somewhere and the
 * first never does. Day first is the default, as in Chile.
 */
export function detectDateOrder(values: Iterable<string>): DateOrder {
  let monthFirst = 0;
  for (const value of values) {
    const match = YEAR_LAST.exec(value.trim());
    if (!match) continue;
    if (Number(match[1]) > 12) return 'dmy';
    if (Number(match[2]) > 12) monthFirst += 1;
  }
  return monthFirst > 0 ? 'mdy' : 'dmy';
}
