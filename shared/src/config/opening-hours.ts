/** Whether the shop is open now and when it next opens, by its own clock, daylight saving included. */
import { holidayOn, weekdayOf } from '#src/config/chilean-holidays.ts';
import type { HoursSection, SpecialDays, TimeRange } from '#src/config/shop-facts.ts';
import {
  addDays,
  formatTime,
  formatWeekDate,
  shopClock,
  shopDay,
  shopInstant,
  weekdayName,
} from '#src/values/dates.ts';

export type OpeningState =
  | { readonly open: true; readonly closesAt: Date }
  | { readonly open: false; readonly opensAt: Date | null };

/** How far ahead the next opening is searched for: longer than any holidays. */
const DAYS_AHEAD = 60;

/** The opening intervals of a day as the week has it. */
export const weekdayHours = ({ week }: HoursSection, day: string): readonly TimeRange[] =>
  week[weekdayOf(day)] ?? [];

/**
 * The exception to the weekly hours on a day (`yyyy-mm-dd`): special days, or a holiday on which the shop would
 * otherwise open.
 */
export function exceptionOn(hours: HoursSection, day: string): SpecialDays | null {
  const special = hours.specialDays.find(({ from, to }) => from <= day && day <= to);
  if (special || !hours.closedOnHolidays || weekdayHours(hours, day).length === 0) return special ?? null;
  const holiday = holidayOn(day);
  return holiday ? { from: day, to: day, hours: [], reason: holiday.name } : null;
}

/** The opening intervals of a day, `yyyy-mm-dd`, sorted. */
export const stretchesOf = (hours: HoursSection, day: string): readonly TimeRange[] =>
  exceptionOn(hours, day)?.hours ?? weekdayHours(hours, day);

/** Whether opening hours have been entered. */
export const tellsHours = ({ week }: HoursSection): boolean => week.some((day) => day.length > 0);

/** The first day after `day` on which the shop opens; the next one if it tells no hours, or stays closed. */
export function nextOpenDay(hours: HoursSection, day: string): string {
  for (let ahead = 1; tellsHours(hours) && ahead <= DAYS_AHEAD; ahead += 1) {
    const next = addDays(day, ahead);
    if (stretchesOf(hours, next).length > 0) return next;
  }
  return addDays(day, 1);
}

/** The state at `now`. */
export function openingState(hours: HoursSection, now: Date = new Date()): OpeningState {
  const today = shopDay(now);
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const day = addDays(today, ahead);
    for (const { open, close } of stretchesOf(hours, day)) {
      const opensAt = shopInstant(day, open);
      const closesAt = shopInstant(day, close);
      if (now < opensAt) return { open: false, opensAt };
      if (now < closesAt) return { open: true, closesAt };
    }
  }
  return { open: false, opensAt: null };
}

/** Days after which a weekday's name alone could be meant for a nearer one. */
const WEEK_DAYS = 7;

/**
 * `Abierto hasta las 19:00`, `Cerrado, abre mañana a las 10:00`, `Cerrado, abre el lunes a las 09:30`, and with the
 * date when it is not one of the next days.
 */
export function describeOpening(hours: HoursSection, now: Date = new Date()): string {
  const state = openingState(hours, now);
  if (state.open) return `Abierto hasta las ${formatTime(state.closesAt)}`;
  if (!state.opensAt) return 'Cerrado';
  const day = shopDay(state.opensAt);
  const today = shopDay(now);
  let when = `el ${weekdayName(shopClock(state.opensAt).weekday)}`;
  if (day === today) when = 'hoy';
  else if (day === addDays(today, 1)) when = 'mañana';
  else if (day >= addDays(today, WEEK_DAYS)) when = `el ${formatWeekDate(day)}`;
  return `Cerrado, abre ${when} a las ${formatTime(state.opensAt)}`;
}

/** A line of the schedule: consecutive days with the same hours are grouped. */
export interface ScheduleLine {
  /** `Lunes a Viernes`, `Sábado`. */
  readonly days: string;
  /** `09:30 - 19:00`, `09:30 - 13:00, 15:00 - 19:00`, or `Cerrado`. */
  readonly hours: string;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const writeStretches = (stretches: readonly TimeRange[]): string =>
  stretches.map(({ open, close }) => `${open} - ${close}`).join(', ');

/** The week as people read it, Monday first, and the holidays if the shop is closed on them. */
export function scheduleLines({ week, closedOnHolidays }: HoursSection): readonly ScheduleLine[] {
  const lines: { first: number; last: number; hours: string }[] = [];
  for (const weekday of [1, 2, 3, 4, 5, 6, 0]) {
    const hours = writeStretches(week[weekday] ?? []) || 'Cerrado';
    const previous = lines.at(-1);
    if (previous?.hours === hours) previous.last = weekday;
    else lines.push({ first: weekday, last: weekday, hours });
  }
  const days = lines.map(({ first, last, hours }) => {
    const name = capitalised(weekdayName(first));
    return { days: first === last ? name : `${name} a ${capitalised(weekdayName(last))}`, hours };
  });
  return closedOnHolidays ? [...days, { days: 'Feriados', hours: 'Cerrado' }] : days;
}

/** Days ahead of which an exception is announced. */
const TOLD_DAYS = 14;

/**
 * The exceptions of the next two weeks: `Lunes 8 de diciembre: cerrado por Inmaculada Concepción`,
 * `Viernes 1 de enero al domingo 3 de enero: 10:00 - 14:00 (Feria)`.
 */
export function comingExceptions(hours: HoursSection, now: Date = new Date()): readonly string[] {
  const today = shopDay(now);
  const found = Array.from({ length: TOLD_DAYS + 1 }, (_, ahead) =>
    exceptionOn(hours, addDays(today, ahead)),
  );
  return found.flatMap((days, at) => {
    if (!days || found[at - 1] === days) return [];
    const until = days.to > days.from ? ` al ${formatWeekDate(days.to)}` : '';
    const how = writeStretches(days.hours);
    const what = how ? `${how} (${days.reason})` : `cerrado por ${days.reason}`;
    return [`${capitalised(formatWeekDate(days.from))}${until}: ${what}`];
  });
}
