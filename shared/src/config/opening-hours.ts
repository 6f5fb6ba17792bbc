/** Whether the shop is open and when it next opens, in its own time zone, including daylight saving time. */
import { addDays, formatTime, shopClock, shopDay, shopInstant, weekdayName } from '#src/values/dates.ts';

/** One day's hours, `hh:mm`; null when closed. */
export type DayHours = { readonly open: string; readonly close: string } | null;

/** Seven days, Sunday first (the index is `Date`'s weekday). */
export type WeekHours = readonly [DayHours, DayHours, DayHours, DayHours, DayHours, DayHours, DayHours];

export type OpeningState =
  | { readonly open: true; readonly closesAt: Date }
  | { readonly open: false; readonly opensAt: Date | null };

/** The state at `now`. The opening minute is included, the closing minute is not. */
export function openingState(week: WeekHours, now: Date = new Date()): OpeningState {
  const today = shopDay(now);
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const day = addDays(today, ahead);
    const hours = week[new Date(`${day}T00:00:00Z`).getUTCDay()];
    if (!hours) continue;
    const opensAt = shopInstant(day, hours.open);
    const closesAt = shopInstant(day, hours.close);
    if (now < opensAt) return { open: false, opensAt };
    if (now < closesAt) return { open: true, closesAt };
  }
  return { open: false, opensAt: null };
}

/** `Abierto hasta las 19:00`, `Cerrado, abre mañana a las 10:00`, `Cerrado, abre el lunes a las 09:30`. */
export function describeOpening(week: WeekHours, now: Date = new Date()): string {
  const state = openingState(week, now);
  if (state.open) return `Abierto hasta las ${formatTime(state.closesAt)}`;
  if (!state.opensAt) return 'Cerrado';
  const day = shopDay(state.opensAt);
  let when = `el ${weekdayName(shopClock(state.opensAt).weekday)}`;
  if (day === shopDay(now)) when = 'hoy';
  else if (day === addDays(shopDay(now), 1)) when = 'mañana';
  return `Cerrado, abre ${when} a las ${formatTime(state.opensAt)}`;
}

/** A line of the schedule: consecutive days with the same hours are grouped. */
export interface ScheduleLine {
  /** `Lunes a Viernes`, `Sábado`. */
  readonly days: string;
  /** `09:30 - 19:00`, or `Cerrado`. */
  readonly hours: string;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The week starting on Monday. */
export function scheduleLines(week: WeekHours): readonly ScheduleLine[] {
  const lines: { first: number; last: number; hours: string }[] = [];
  for (const weekday of [1, 2, 3, 4, 5, 6, 0]) {
    const day = week[weekday];
    const hours = day ? `${day.open} - ${day.close}` : 'Cerrado';
    const previous = lines.at(-1);
    if (previous?.hours === hours) previous.last = weekday;
    else lines.push({ first: weekday, last: weekday, hours });
  }
  return lines.map(({ first, last, hours }) => {
    const name = capitalised(weekdayName(first));
    return { days: first === last ? name : `${name} a ${capitalised(weekdayName(last))}`, hours };
  });
}
