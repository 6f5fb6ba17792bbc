import {
  formatLongDate,
  formatTime,
  shopClock,
  shopDay,
  shopInstant,
  weekdayName,
} from '#src/values/dates.ts';

/** Assumed duration of a visit. The shop does not record it. */
export const VISIT_MINUTES = 30;

/** `lunes 23 de noviembre de 2026, 11:30` in the shop's time zone. */
export function formatAppointment(instant: string): string {
  return `${weekdayName(shopClock(instant).weekday)} ${formatLongDate(instant)}, ${formatTime(instant)}`;
}

/** `lunes 23 de noviembre de 2026` for a day in the shop's time zone. */
export function formatDay(day: string): string {
  const noon = shopInstant(day, '12:00');
  return `${weekdayName(shopClock(noon).weekday)} ${formatLongDate(noon)}`;
}

/** Groups rows by day in the shop's time zone, preserving their order. */
export function groupByDay<Row extends { appointment_date: string }>(
  rows: readonly Row[],
): [string, Row[]][] {
  const days = new Map<string, Row[]>();
  for (const row of rows) {
    const day = shopDay(row.appointment_date);
    const ofDay = days.get(day);
    if (ofDay) ofDay.push(row);
    else days.set(day, [row]);
  }
  return [...days];
}
