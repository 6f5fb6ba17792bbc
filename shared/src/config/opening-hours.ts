/** Whether the shop is open now and when it next opens, by its own clock, daylight saving included. */
import type { HoursSection, TimeRange } from '#src/config/shop-facts.ts';
import { addDays, formatTime, shopClock, shopDay, shopInstant, weekdayName } from '#src/values/dates.ts';

export type OpeningState =
  | { readonly open: true; readonly closesAt: Date }
  | { readonly open: false; readonly opensAt: Date | null };

/** How far ahead the next opening is searched for: longer than any holidays. */
const DAYS_AHEAD = 60;

/** The opening intervals of a day, `yyyy-mm-dd`, sorted. */
function stretchesOf({ week, specialDays }: HoursSection, day: string): readonly TimeRange[] {
  const special = specialDays.find(({ from, to }) => from <= day && day <= to);
  return special?.hours ?? week[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? [];
}

/** Whether the shop has any opening hours. */
export const tellsHours = ({ week }: HoursSection): boolean => week.some((day) => day.length > 0);

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

/** `Abierto hasta las 19:00`, `Cerrado, abre mañana a las 10:00`, `Cerrado, abre el lunes a las 09:30`. */
export function describeOpening(hours: HoursSection, now: Date = new Date()): string {
  const state = openingState(hours, now);
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
  /** `09:30 - 19:00`, `09:30 - 13:00, 15:00 - 19:00`, or `Cerrado`. */
  readonly hours: string;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The week as people read it, Monday first. */
export function scheduleLines({ week }: HoursSection): readonly ScheduleLine[] {
  const lines: { first: number; last: number; hours: string }[] = [];
  for (const weekday of [1, 2, 3, 4, 5, 6, 0]) {
    const stretches = week[weekday] ?? [];
    const hours = stretches.map(({ open, close }) => `${open} - ${close}`).join(', ') || 'Cerrado';
    const previous = lines.at(-1);
    if (previous?.hours === hours) previous.last = weekday;
    else lines.push({ first: weekday, last: weekday, hours });
  }
  return lines.map(({ first, last, hours }) => {
    const name = capitalised(weekdayName(first));
    return { days: first === last ? name : `${name} a ${capitalised(weekdayName(last))}`, hours };
  });
}
