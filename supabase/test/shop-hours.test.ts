/** The database and the browser know the same opening hours: 07_shop_hours and shared/src/config/opening-hours.ts. */
import { holidaysOf } from '@taller/shared/config/chilean-holidays.ts';
import { stretchesOf } from '@taller/shared/config/opening-hours.ts';
import type { HoursSection } from '@taller/shared/config/shop-facts.ts';
import { addDays, shopInstant } from '@taller/shared/values/dates.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const MORNING = { open: '09:30', close: '13:00' };
const AFTERNOON = { open: '15:00', close: '19:00' };
const WEEK = [[], ...Array.from({ length: 5 }, () => [MORNING, AFTERNOON]), [MORNING]];

const setHours = async (hours: HoursSection) => {
  await shop.sql`update public.setting_sections set value = ${shop.sql.json(hours as never)} where section = 'hours'`;
};

const at = (day: string, time: string) => shopInstant(day, time);

test('TIME-15 holidays are the same in the database as on the pages, until 2060', async () => {
  const rows = await shop.sql<{ day: string }[]>`select day::text from private.holidays order by day`;
  const years = Array.from({ length: 2060 - 2022 + 1 }, (_, n) => 2022 + n);
  const days = years.flatMap((year) => holidaysOf(year).map(({ day }) => day));
  expect(rows.map(({ day }) => day)).toEqual([...new Set(days)]);
});

test.each([true, false])(
  'TIME-15 opening hours are those of the pages on each day of two years; closed on holidays: %s',
  async (closedOnHolidays) => {
    const hours: HoursSection = {
      week: WEEK,
      closedOnHolidays,
      specialDays: [
        { from: '2026-12-08', to: '2026-12-08', hours: [MORNING], reason: 'Abierto' },
        { from: '2026-02-02', to: '2026-02-15', hours: [], reason: 'Vacaciones' },
        { from: '2027-03-07', to: '2027-03-07', hours: [AFTERNOON], reason: 'Feria' },
      ],
    };
    await setHours(hours);
    const rows = await shop.sql<{ opens: Date; closes: Date }[]>`
      select opens, closes from private.opening_stretches('2026-01-01', '2027-12-31')`;
    const days = Array.from({ length: 730 }, (_, n) => addDays('2026-01-01', n));
    expect(rows.map(({ opens, closes }) => [opens, closes])).toEqual(
      days.flatMap((day) =>
        stretchesOf(hours, day).map(({ open, close }) => [shopInstant(day, open), shopInstant(day, close)]),
      ),
    );
  },
);

test('TIME-15 a shop that has told no hours is open from 9 to 19, but on holidays', async () => {
  await setHours({ week: [[], [], [], [], [], [], []], closedOnHolidays: true, specialDays: [] });
  const [row] = await shop.sql`
    select lower(private.opening_on('2026-11-29')) as opens, upper(private.opening_on('2026-11-29')) as closes,
      isempty(private.opening_on('2026-12-25')) as christmas`;
  expect(row).toEqual({
    opens: at('2026-11-29', '09:00'),
    closes: at('2026-11-29', '19:00'),
    christmas: true,
  });
});

test('TIME-16 opening time is counted and added over nights, holidays and changes of the clocks', async () => {
  await setHours({ week: WEEK, closedOnHolidays: true, specialDays: [] });
  const open = async (from: Date, to: Date) =>
    (await shop.sql`select extract(epoch from private.open_time(${from}, ${to}))::float / 3600 as hours`)[0]
      ?.hours;
  // From Friday noon, over Saturday's morning, to Monday at 10: 1 + 4 + 3.5 + 0.5 hours.
  expect(await open(at('2026-11-27', '12:00'), at('2026-11-30', '10:00'))).toBe(9);
  // Over Monday, 7 December, and the holiday after it.
  expect(await open(at('2026-12-07', '13:00'), at('2026-12-09', '09:30'))).toBe(4);
  // Over Holy Saturday and the night to 5 April, which has 25 hours, and that to 6 September, which has 23.
  expect(await open(at('2026-04-04', '09:30'), at('2026-04-06', '13:00'))).toBe(3.5);
  expect(await open(at('2026-09-05', '09:30'), at('2026-09-07', '13:00'))).toBe(7);
  expect(await open(at('2026-11-28', '13:00'), at('2026-11-28', '12:00'))).toBe(0);

  const after = async (from: Date, time: string) =>
    (await shop.sql`select private.after_open_time(${from}, ${time}) as at`)[0]?.at as Date | null;
  expect(await after(at('2026-11-27', '12:00'), '9 hours')).toEqual(at('2026-11-30', '10:00'));
  expect(await after(at('2026-11-29', '12:00'), '0')).toEqual(at('2026-11-30', '09:30'));
  expect(await after(at('2026-11-30', '10:00'), '0')).toEqual(at('2026-11-30', '10:00'));
  expect(await after(at('2026-11-30', '10:00'), '3 hours')).toEqual(at('2026-11-30', '13:00'));
});

test('TIME-16 the next opening is now while the shop is open, and nothing while it is closed for 60 days', async () => {
  await setHours({ week: WEEK, closedOnHolidays: true, specialDays: [] });
  const next = async (from: Date) =>
    (await shop.sql`select private.next_opening(${from}) as at, private.is_open(${from}) as open`)[0];
  expect(await next(at('2026-11-28', '12:00'))).toEqual({ at: at('2026-11-28', '12:00'), open: true });
  expect(await next(at('2026-11-28', '13:00'))).toEqual({ at: at('2026-11-30', '09:30'), open: false });
  expect(await next(at('2026-12-24', '19:00'))).toEqual({ at: at('2026-12-26', '09:30'), open: false });
  const closed = { from: '2026-11-28', to: '2027-03-01', hours: [], reason: 'Cerrado' };
  await setHours({ week: WEEK, closedOnHolidays: true, specialDays: [closed] });
  expect(await next(at('2026-11-28', '12:00'))).toEqual({ at: null, open: false });
});
