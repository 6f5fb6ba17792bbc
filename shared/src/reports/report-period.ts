import { addDays } from '#src/values/dates.ts';
import type { ReportFilter } from './report-filter.ts';

/** The days of the key figures and those they are compared with (REP-21). All days are inclusive, `yyyy-mm-dd`. */
export interface ReportPeriod {
  from: string;
  to: string;
  beforeFrom: string;
  beforeTo: string;
  /** Days of each step of the figures' lines: at most 31 steps. */
  step: number;
}

const MOST_STEPS = 31;
const WEEK = 7;
/** The first day that the database's reports take; earlier ones come up while a year is being typed. */
const FIRST_DAY = '0001-01-01';

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** Days from one day to another, both counted. */
function daysFromTo(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/** Years before the first are written with a sign, which sorts before digits. */
const atLeastFirst = (day: string): string => (day < FIRST_DAY ? FIRST_DAY : day);

/** `yyyy-mm-dd` some months earlier: the same day, or the month's last one if it is shorter. */
function monthsEarlier(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}

/** Months from one day's month to another's, both counted. */
function monthsFromTo(from: string, to: string): number {
  const month = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return month(to) - month(from) + 1;
}

/**
 * The period to compare with. Whole months: as many months before. Days from the first of a month on: the same days of
 * the month before. Days from 1 January on: the same days of the year before. Others: as many days before.
 */
function daysBefore(from: string, to: string, today: string): { beforeFrom: string; beforeTo: string } {
  const months = monthsFromTo(from, to);
  const isWhole = to === addDays(firstOfMonth(addDays(firstOfMonth(to), 31)), -1) && to !== today;
  if (from === firstOfMonth(from) && from <= to) {
    if (isWhole) return { beforeFrom: monthsEarlier(from, months), beforeTo: addDays(from, -1) };
    if (months === 1) return { beforeFrom: monthsEarlier(from, 1), beforeTo: monthsEarlier(to, 1) };
    if (from.slice(5) === '01-01' && months <= 12)
      return { beforeFrom: monthsEarlier(from, 12), beforeTo: monthsEarlier(to, 12) };
  }
  return { beforeFrom: addDays(from, -daysFromTo(from, to)), beforeTo: addDays(from, -1) };
}

/** The filter's dates, else the running month up to today, with the days that they are compared with. */
export function reportPeriod({ from, to }: Pick<ReportFilter, 'from' | 'to'>, today: string): ReportPeriod {
  const isChosen = from !== null && to !== null;
  const days = isChosen ? { from, to } : { from: firstOfMonth(today), to: today };
  const count = daysFromTo(days.from, days.to);
  const step = count <= MOST_STEPS ? 1 : count <= MOST_STEPS * WEEK ? WEEK : Math.ceil(count / MOST_STEPS);
  const { beforeFrom, beforeTo } = daysBefore(days.from, days.to, today);
  return { ...days, beforeFrom: atLeastFirst(beforeFrom), beforeTo: atLeastFirst(beforeTo), step };
}

/** Arguments of the database's functions for a period. */
export function periodArguments({ from, to, beforeFrom, beforeTo, step }: ReportPeriod) {
  return { p_from: from, p_to: to, p_before_from: beforeFrom, p_before_to: beforeTo, p_step: step };
}
