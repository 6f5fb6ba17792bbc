/** Positions of appointments in the columns of the week: pure functions of the shop's hours and clock. */
import { VISIT_MINUTES } from '@taller/shared/appointments/appointment-dates.ts';
import { weekdayOf } from '@taller/shared/config/chilean-holidays.ts';
import { stretchesOf } from '@taller/shared/config/opening-hours.ts';
import type { HoursSection } from '@taller/shared/config/shop-facts.ts';
import { addDays, shopClock } from '@taller/shared/values/dates.ts';

/** Steps of a drop, in minutes. */
const STEP = 15;
const HOUR = 60;
const DAY = 24 * HOUR;
/** Shown if a shop states no hours. */
const USUAL = { from: 9 * HOUR, until: 19 * HOUR };

/** A stretch of a day, in minutes from midnight on the shop's clock. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => addDays(day, -((weekdayOf(day) + 6) % 7));

/** The seven days of a week, Monday first. */
export const weekOf = (day: string): readonly string[] =>
  Array.from({ length: 7 }, (_, index) => addDays(mondayOf(day), index));

/** Minutes from midnight on the shop's clock. */
export function minuteOf(instant: Date | string): number {
  const { hour, minute } = shopClock(instant);
  return hour * HOUR + minute;
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * HOUR + Number(time.slice(3, 5));

/** `09:30` of minutes from midnight. */
export const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / HOUR)).padStart(2, '0')}:${String(minute % HOUR).padStart(2, '0')}`;

/** The opening hours of a day, holidays and special days included (CFG-41). */
export const openSpans = (hours: HoursSection, day: string): readonly Span[] =>
  stretchesOf(hours, day).map(({ open, close }) => ({ from: minutesOf(open), until: minutesOf(close) }));

/** The whole hours that the columns show: all opening hours of the days, and every appointment. */
export function shownHours(hours: HoursSection, days: readonly string[], instants: readonly string[]): Span {
  const spans = [
    ...days.flatMap((day) => openSpans(hours, day)),
    ...instants.map((instant) => ({ from: minuteOf(instant), until: minuteOf(instant) + VISIT_MINUTES })),
  ];
  if (spans.length === 0) return USUAL;
  const from = Math.min(...spans.map((span) => span.from));
  const until = Math.max(...spans.map((span) => span.until));
  return {
    from: Math.floor(from / HOUR) * HOUR,
    until: Math.min(DAY, Math.ceil(until / HOUR) * HOUR),
  };
}

/** A row with its lane: those that overlap stand beside each other. */
export interface Placed<Row> {
  readonly row: Row;
  readonly minute: number;
  readonly lane: number;
  readonly lanes: number;
}

/** Places a day's appointments, earliest first. */
export function placeRows<Row extends { appointment_date: string }>(rows: readonly Row[]): Placed<Row>[] {
  const placed: Placed<Row>[] = [];
  let group: { row: Row; minute: number; lane: number }[] = [];
  let end = -1;
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1;
    placed.push(...group.map((each) => ({ ...each, lanes })));
    group = [];
  };
  for (const row of rows) {
    const minute = minuteOf(row.appointment_date);
    if (minute >= end) close();
    const taken = new Set(
      group.filter((other) => other.minute + VISIT_MINUTES > minute).map(({ lane }) => lane),
    );
    let lane = 0;
    while (taken.has(lane)) lane += 1;
    group.push({ row, minute, lane });
    end = Math.max(end, minute + VISIT_MINUTES);
  }
  close();
  return placed;
}

/**
 * The day and time at which something was dropped; null outside the columns.
 * @param across share of the columns' width, from 0 to 1.
 * @param minutes from the first shown hour.
 */
export function dropTarget(
  days: readonly string[],
  shown: Span,
  across: number,
  minutes: number,
): { day: string; time: string } | null {
  const day = across >= 0 && across < 1 ? days[Math.floor(across * days.length)] : undefined;
  if (day === undefined) return null;
  const minute = shown.from + Math.round(minutes / STEP) * STEP;
  const last = Math.min(shown.until, DAY) - STEP;
  return { day, time: timeOf(Math.min(Math.max(minute, shown.from), last)) };
}
