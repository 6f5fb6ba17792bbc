import type { HoursSection } from '@taller/shared/config/shop-facts.ts';
import { expect, test } from 'vitest';
import { dropTarget, mondayOf, openSpans, placeRows, shownHours, weekOf } from './week-layout.ts';

const weekday = [
  { open: '09:30', close: '13:00' },
  { open: '15:00', close: '19:00' },
];
const hours: HoursSection = {
  week: [[], weekday, weekday, weekday, weekday, weekday, [{ open: '10:00', close: '14:00' }]],
  closedOnHolidays: true,
  specialDays: [],
};
/** At a time of 24 November 2026, in summer time. */
const at = (utc: string) => ({ appointment_date: `2026-11-24T${utc}:00Z` });

test('APPT-01 a week begins on Monday, across months and years', () => {
  expect(mondayOf('2026-11-29')).toBe('2026-11-23');
  expect(weekOf('2027-01-01')[0]).toBe('2026-12-28');
  expect(weekOf('2027-01-01').at(-1)).toBe('2027-01-03');
});

test('APPT-01 a day is open as its weekday, and closed on a holiday', () => {
  expect(openSpans(hours, '2026-12-07')).toEqual([
    { from: 570, until: 780 },
    { from: 900, until: 1140 },
  ]);
  expect(openSpans(hours, '2026-12-08')).toEqual([]);
});

test('APPT-01 the columns show all opening hours, and no appointment is left out of them', () => {
  const week = weekOf('2026-11-24');
  expect(shownHours(hours, week, [])).toEqual({ from: 540, until: 1140 });
  // 08:15 and 19:45 on the shop's clock.
  expect(shownHours(hours, week, ['2026-11-24T11:15:00Z', '2026-11-24T22:45:00Z'])).toEqual({
    from: 480,
    until: 1260,
  });
  expect(shownHours({ ...hours, week: [[], [], [], [], [], [], []] }, week, [])).toEqual({
    from: 540,
    until: 1140,
  });
});

test('APPT-01 appointments that overlap stand beside each other, later ones take the whole column again', () => {
  const rows = [at('14:00'), at('14:15'), at('14:30'), at('16:00')];
  expect(placeRows(rows).map(({ minute, lane, lanes }) => [minute, lane, lanes])).toEqual([
    [660, 0, 2],
    [675, 1, 2],
    [690, 0, 2],
    [780, 0, 1],
  ]);
});

test('APPT-02 a drop goes to the day and the quarter of an hour below it, never out of the columns', () => {
  const week = weekOf('2026-11-24');
  const shown = { from: 540, until: 1140 };
  expect(dropTarget(week, shown, 0.16, 98)).toEqual({ day: '2026-11-24', time: '10:45' });
  expect(dropTarget(week, shown, 0, -40)).toEqual({ day: '2026-11-23', time: '09:00' });
  expect(dropTarget(week, shown, 0.99, 900)).toEqual({ day: '2026-11-29', time: '18:45' });
  expect(dropTarget(week, shown, 1.01, 60)).toBeNull();
});
