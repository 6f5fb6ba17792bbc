/**
 * Dates in the shop's time zone (America/Santiago), independent of the browser's. Times are stored in UTC; days are
 * `yyyy-mm-dd` texts in the shop's time zone. See DATA-05.
 */

export const SHOP_TIME_ZONE = 'America/Santiago';
const LOCALE = 'es-CL';
const MINUTE = 60_000;

/** The local time in the shop at an instant. `weekday` counts from Sunday, 0. */
export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly weekday: number;
}

const clockFormat = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', {
  timeZone: SHOP_TIME_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});
const longFormat = /* @__PURE__ */ new Intl.DateTimeFormat(LOCALE, {
  timeZone: SHOP_TIME_ZONE,
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const weekdayFormat = /* @__PURE__ */ new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', weekday: 'long' });
const dayMonthFormat = /* @__PURE__ */ new Intl.DateTimeFormat(LOCALE, {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
});
const relativeFormat = /* @__PURE__ */ new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });

function toDate(instant: Date | string): Date {
  return typeof instant === 'string' ? new Date(instant) : instant;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** The local time in the shop. @throws RangeError if `instant` is not a valid date. */
export function shopClock(instant: Date | string): WallClock {
  const parts: Record<string, number> = {};
  for (const part of clockFormat.formatToParts(toDate(instant))) parts[part.type] = Number(part.value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts;
  return { year, month, day, hour, minute, weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() };
}

/** The day of an instant in the shop's time zone, `yyyy-mm-dd`. */
export function shopDay(instant: Date | string): string {
  const clock = shopClock(instant);
  return `${String(clock.year).padStart(4, '0')}-${two(clock.month)}-${two(clock.day)}`;
}

/** The shop's UTC offset in minutes at an instant: -180 in summer, -240 in winter. */
function offsetMinutes(time: number): number {
  const clock = shopClock(new Date(time));
  const wall = Date.UTC(clock.year, clock.month - 1, clock.day, clock.hour, clock.minute);
  return Math.round((wall - Math.floor(time / MINUTE) * MINUTE) / MINUTE);
}

/**
 * The instant of `day` and `time` (`hh:mm`) in the shop's time zone. For a time skipped by daylight saving, the first
 * instant after it; for a repeated one, the first.
 * @throws RangeError if `day` or `time` is invalid.
 */
export function shopInstant(day: string, time = '00:00'): Date {
  const wall = Date.parse(`${day}T${time}:00Z`);
  if (Number.isNaN(wall) || !isDay(day)) throw new RangeError(`no such day or time: ${day} ${time}`);
  const before = offsetMinutes(wall - 24 * 60 * MINUTE);
  const after = offsetMinutes(wall + 24 * 60 * MINUTE);
  for (const offset of [before, after]) {
    const candidate = wall - offset * MINUTE;
    if (offsetMinutes(candidate) === offset) return new Date(candidate);
  }
  // In the gap: the offset before the change gives the instant at or after the clock change.
  return new Date(wall - before * MINUTE);
}

/** First instant of the day in the shop's time zone. */
export function startOfShopDay(day: string): Date {
  return shopInstant(day);
}

/** Adds days to `yyyy-mm-dd`. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Adds months to `yyyy-mm-dd`: the same day of that month, or its last one if it has no such day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Whether `yyyy-mm-dd` is a valid date: no 31st of February. */
export function isDay(day: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day;
}

/** `21-11-2026`. Accepts an instant, or a day; null gives an empty string. */
export function formatDate(value: Date | string | null | undefined): string {
  if (!value) return '';
  const day = typeof value === 'string' && isDay(value) ? value : shopDay(value);
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date}-${month}-${year}`;
}

/** `14:30`, in the shop's time zone. */
export function formatTime(instant: Date | string): string {
  const clock = shopClock(instant);
  return `${two(clock.hour)}:${two(clock.minute)}`;
}

/** `21-11-2026, 14:30`. Null gives an empty string. */
export function formatDateTime(instant: Date | string | null | undefined): string {
  return instant ? `${formatDate(toDate(instant))}, ${formatTime(instant)}` : '';
}

/** `21 de noviembre de 2026`. */
export function formatLongDate(instant: Date | string): string {
  return longFormat.format(toDate(instant));
}

/** `lunes`: the name of a weekday, counted from Sunday, 0. */
export function weekdayName(weekday: number): string {
  // 4 January 1970 was a Sunday.
  return weekdayFormat.format(new Date(Date.UTC(1970, 0, 4 + weekday)));
}

/** `lunes 8 de diciembre`, of `yyyy-mm-dd`. */
export function formatWeekDate(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return `${weekdayName(date.getUTCDay())} ${dayMonthFormat.format(date)}`;
}

/**
 * `hace 5 minutos`, `ayer`, `en 2 días`. Days and more are counted on the shop's calendar, so that "ayer" is yesterday
 * and not 24 hours ago.
 */
export function formatRelative(instant: Date | string, now: Date = new Date()): string {
  const date = toDate(instant);
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
  if (Math.abs(seconds) < 45) return 'hace un momento';
  const minutes = Math.round(seconds / 60);
  if (Math.abs(minutes) < 60) return relativeFormat.format(minutes, 'minute');
  const hours = Math.round(seconds / 3600);
  const days = Math.round((Date.parse(shopDay(date)) - Date.parse(shopDay(now))) / 86_400_000);
  if (days === 0 || Math.abs(hours) < 12) return relativeFormat.format(hours, 'hour');
  if (Math.abs(days) < 7) return relativeFormat.format(days, 'day');
  if (Math.abs(days) < 30) return relativeFormat.format(Math.trunc(days / 7), 'week');
  if (Math.abs(days) < 365) return relativeFormat.format(Math.trunc(days / 30.44), 'month');
  return relativeFormat.format(Math.trunc(days / 365.25), 'year');
}

/** Value of a `datetime-local` field, in the shop's time zone: `2026-11-21T14:30`. */
export function toLocalInput(instant: Date | string): string {
  return `${shopDay(instant)}T${formatTime(instant)}`;
}

/** The instant of a `datetime-local` value in the shop's time zone; null if it is empty or invalid. */
export function fromLocalInput(value: string): Date | null {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?$/.exec(value);
  const [, day = '', time = ''] = match ?? [];
  if (!isDay(day) || Number.isNaN(Date.parse(`${day}T${time}:00Z`))) return null;
  return shopInstant(day, time);
}

const isOtherYear = (day: string, today: string) => day.slice(0, 4) !== today.slice(0, 4);

/** `3 dic`, of `yyyy-mm-dd`; of another year than today's, `3 dic 2027`. */
export function formatShortDay(day: string, today: string): string {
  const parts = dayMonthFormat.formatToParts(new Date(`${day}T00:00:00Z`));
  const month = parts.find(({ type }) => type === 'month')?.value ?? '';
  const short = `${Number(day.slice(8))} ${month.slice(0, 3)}`;
  return isOtherYear(day, today) ? `${short} ${day.slice(0, 4)}` : short;
}

/** `3 de diciembre`, of `yyyy-mm-dd`; of another year than today's, `3 de diciembre de 2027`. */
export function formatDayInSentence(day: string, today: string): string {
  const short = dayMonthFormat.format(new Date(`${day}T00:00:00Z`));
  return isOtherYear(day, today) ? `${short} de ${day.slice(0, 4)}` : short;
}
