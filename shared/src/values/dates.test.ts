import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as dates from './dates.ts';

test('DATA-05 dates are those of the shop, whatever the zone of the browser', () => {
  expect(dates.formatDate('2026-11-21T02:30:00Z')).toBe('20-11-2026');
  expect(dates.formatDate('2026-11-21')).toBe('21-11-2026');
  expect(dates.formatDateTime('2026-11-21T17:30:00Z')).toBe('21-11-2026, 14:30');
  expect(dates.formatDateTime('2026-07-21T17:30:00Z')).toBe('21-07-2026, 13:30');
  expect(dates.formatDate(null)).toBe('');
  expect(dates.formatDateTime(undefined)).toBe('');
  expect(dates.formatLongDate('2026-11-21T17:30:00Z')).toBe('21 de noviembre de 2026');
  expect(dates.formatTime('2026-11-21T03:00:00Z')).toBe('00:00');
});

test('DATA-05 relative times in Spanish, days by the calendar', () => {
  const now = new Date('2026-11-21T15:00:00Z');
  const ago = (text: string) => dates.formatRelative(text, now);
  expect(ago('2026-11-21T14:59:30Z')).toBe('hace un momento');
  expect(ago('2026-11-21T14:55:00Z')).toBe('hace 5 minutos');
  expect(ago('2026-11-21T13:00:00Z')).toBe('hace 2 horas');
  expect(ago('2026-11-20T16:00:00Z')).toBe('ayer');
  expect(ago('2026-11-20T23:00:00Z')).toBe('ayer');
  expect(ago('2026-11-18T15:00:00Z')).toBe('hace 3 días');
  expect(ago('2026-11-05T15:00:00Z')).toBe('hace 2 semanas');
  expect(ago('2026-08-15T15:00:00Z')).toBe('hace 3 meses');
  expect(ago('2024-11-01T15:00:00Z')).toBe('hace 2 años');
  expect(ago('2026-11-22T15:00:00Z')).toBe('mañana');
});

test('REP-01 a day of the shop starts and ends at its own midnight', () => {
  expect(dates.startOfShopDay('2026-11-21').toISOString()).toBe('2026-11-21T03:00:00.000Z');
  expect(dates.startOfShopDay(dates.addDays('2026-11-21', 1)).toISOString()).toBe('2026-11-22T03:00:00.000Z');
  expect(dates.startOfShopDay('2026-07-01').toISOString()).toBe('2026-07-01T04:00:00.000Z');
});

test('REP-01 the days on which the clocks change', () => {
  // 6 September 2026: 00:00 does not exist, the day starts at 01:00 summer time and has 23 hours.
  expect(dates.startOfShopDay('2026-09-06').toISOString()).toBe('2026-09-06T04:00:00.000Z');
  expect(dates.shopClock(dates.startOfShopDay('2026-09-06'))).toMatchObject({ day: 6, hour: 1, minute: 0 });
  expect(dates.startOfShopDay(dates.addDays('2026-09-06', 1)).toISOString()).toBe('2026-09-07T03:00:00.000Z');
  // 4 April 2026: 23:00 comes twice and the day has 25 hours.
  expect(dates.startOfShopDay('2026-04-04').toISOString()).toBe('2026-04-04T03:00:00.000Z');
  expect(dates.startOfShopDay(dates.addDays('2026-04-04', 1)).toISOString()).toBe('2026-04-05T04:00:00.000Z');
  expect(dates.shopInstant('2026-04-04', '23:30').toISOString()).toBe('2026-04-05T02:30:00.000Z');
});

test('ORD-16 the calendar has no 31st of February', () => {
  expect(dates.isDay('2024-02-29')).toBe(true);
  for (const wrong of ['2026-02-31', '2026-02-29', '2026-13-01', '2026-00-10', '26-01-01', '2026-1-1', '']) {
    expect(dates.isDay(wrong)).toBe(false);
  }
  expect(() => dates.shopInstant('2026-02-31')).toThrow(RangeError);
  expect(() => dates.shopInstant('2026-02-01', '25:00')).toThrow(RangeError);
});

test('INV-04 a typed date and time is the shop’s', () => {
  expect(dates.fromLocalInput('2026-11-21T14:30')?.toISOString()).toBe('2026-11-21T17:30:00.000Z');
  expect(dates.toLocalInput('2026-11-21T17:30:00Z')).toBe('2026-11-21T14:30');
  for (const wrong of ['', '2026-11-21', '2026-02-31T10:00', '2026-11-21T25:00', 'ayer']) {
    expect(dates.fromLocalInput(wrong)).toBeNull();
  }
});

const anyDay = fc.integer({ min: 0, max: 30_000 }).map((count) => dates.addDays('1995-01-01', count));

test('DATA-05 every instant of a day lies in that day, and days follow each other without a gap', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const start = dates.startOfShopDay(day);
      const end = dates.startOfShopDay(dates.addDays(day, 1));
      expect(dates.shopDay(start)).toBe(day);
      expect(dates.shopDay(new Date(start.getTime() - 1))).toBe(dates.addDays(day, -1));
      expect(dates.shopDay(new Date(end.getTime() - 1))).toBe(day);
    }),
  );
});

test('INV-04 a local time converts to an instant and back', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 2 * 60, max: 22 * 60 }), (day, minutes) => {
      const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
      expect(dates.toLocalInput(dates.shopInstant(day, time))).toBe(`${day}T${time}`);
    }),
  );
});
