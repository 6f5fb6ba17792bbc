/** Dates of events in a shop: at the counter only during opening hours. */
import { addDays, shopClock, shopDay, shopInstant } from '@taller/shared/values/dates.ts';
import type { Random } from './random.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Opening hours in minutes after midnight; null when closed. Sunday is 0. */
function hoursOf(weekday: number): readonly [number, number] | null {
  if (weekday === 0) return null;
  return weekday === 6 ? [10 * 60, 17 * 60] : [9 * 60 + 30, 19 * 60];
}

const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The given time if the shop is open, else a time soon after it next opens. */
export function intoOpeningHours(time: Date, random: Random): Date {
  const clock = shopClock(time);
  const minutes = clock.hour * 60 + clock.minute;
  const today = hoursOf(clock.weekday);
  if (today && minutes >= today[0] && minutes < today[1]) return time;
  let day = shopDay(time);
  let open = today && minutes < today[0] ? today : null;
  while (!open) {
    day = addDays(day, 1);
    open = hoursOf(shopClock(shopInstant(day, '12:00')).weekday);
  }
  return new Date(
    shopInstant(day, clockText(open[0] + random.int(0, 100))).getTime() + random.int(0, 59) * 1000,
  );
}

/** The given time if the shop is open, else a time shortly before it last closed. */
function backIntoOpeningHours(time: Date, random: Random): Date {
  const clock = shopClock(time);
  const minutes = clock.hour * 60 + clock.minute;
  let day = shopDay(time);
  let open = hoursOf(clock.weekday);
  if (open && minutes >= open[0] && minutes < open[1]) return time;
  if (open && minutes < open[0]) open = null;
  while (!open) {
    day = addDays(day, -1);
    open = hoursOf(shopClock(shopInstant(day, '12:00')).weekday);
  }
  return new Date(
    shopInstant(day, clockText(open[1] - 1 - random.int(0, 40))).getTime() + random.int(0, 59) * 1000,
  );
}

/** A time in opening hours `daysAgo` days before `today`, or earlier if the shop was closed. Never in the future. */
export function counterTime(today: Date, daysAgo: number, random: Random): Date {
  const latest = today.getTime() - 20 * MINUTE;
  for (let back = daysAgo; ; back += 1) {
    const day = addDays(shopDay(today), -back);
    const open = hoursOf(shopClock(shopInstant(day, '12:00')).weekday);
    if (open) {
      const time =
        shopInstant(day, clockText(random.int(open[0], open[1] - 1))).getTime() + random.int(0, 59) * 1000;
      if (time <= latest) return new Date(time);
    }
  }
}

export interface Step<T> {
  readonly what: T;
  /** Hours since the previous step. */
  readonly hours: number;
  /** False for what a customer does at home, at any hour. */
  readonly atCounter: boolean;
}

/**
 * Times for steps that begin at `start` and all precede `today`: if necessary they are compressed. Each is later than
 * the one before.
 */
export function timeSteps<T>(
  start: Date,
  steps: readonly Step<T>[],
  today: Date,
  random: Random,
): { what: T; at: Date }[] {
  const wanted = steps.reduce((sum, step) => sum + step.hours, 0) * HOUR;
  const available = (today.getTime() - start.getTime()) * 0.92;
  const pace = wanted > available ? available / wanted : 1;
  const timed: { what: T; at: Date }[] = [];
  let before = start.getTime();
  let left = steps.length;
  for (const step of steps) {
    left -= 1;
    const plain = new Date(before + step.hours * HOUR * pace);
    const open = step.atCounter ? intoOpeningHours(plain, random) : plain;
    // Leaves time for the remaining steps.
    const latest = today.getTime() - (left + 1) * MINUTE;
    const earlier = step.atCounter && open.getTime() > latest ? backIntoOpeningHours(plain, random) : open;
    const at = earlier.getTime() > before + MINUTE ? earlier.getTime() : plain.getTime();
    const crowded = before + (today.getTime() - before) / (left + 2);
    before = at > before && at <= latest ? at : Math.max(before + 1000, Math.min(plain.getTime(), crowded));
    timed.push({ what: step.what, at: new Date(before) });
  }
  return timed;
}
