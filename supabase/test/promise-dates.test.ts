/** Late and at risk, by the promise (TIME-25); dates that the shop's own repairs suggest (TIME-26 to TIME-29). */
import * as fc from 'fast-check';
import { shopInstant } from '@taller/shared/values/dates.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { change, makeOrder } from './support/orders.ts';
import { promiseOf, setPromise } from './support/promises.ts';
import { openShop, type Shop } from './support/shop.ts';
import { dayFromToday, endWait, openWaitOf, setWait } from './support/waits.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

/** Open each day from 9 to 19, on holidays too. */
const OPEN = {
  week: Array.from({ length: 7 }, () => [{ open: '09:00', close: '19:00' }]),
  closedOnHolidays: false,
  specialDays: [],
};
const setHours = (hours: object) =>
  shop.sql`update public.setting_sections set value = ${shop.sql.json(hours as never)} where section = 'hours'`;
beforeEach(() => setHours(OPEN));

const riskOf = async (id: string) => {
  const [row] = await shop.sql<{ at: Date | null }[]>`
    select at_risk_from as at from public.service_orders where id = ${id}`;
  return row?.at?.toISOString() ?? null;
};
const viewOf = async (view: string) => {
  const { data, error } = await shop.people.technician.client.rpc('search_orders', { p_view: view });
  if (error) throw error;
  return data.map(({ id }) => id);
};
const countOf = async (view: string) => {
  const { data } = await shop.people.technician.client.rpc('count_order_views');
  return data?.find((row) => row.view === view)?.total;
};

test('TIME-25 a promise is at risk eight opening hours before it, and two once somebody repairs', async () => {
  const { technician } = shop.people;
  // Tuesday 12:00 in Santiago; the shop closes at 19 and opens at 9.
  const { id } = await makeOrder(shop, { promised_at: '2046-12-11T15:00:00Z' });
  expect(await riskOf(id)).toBe('2046-12-10T17:00:00.000Z');
  const { version } = await makeOrder(shop);
  await change(technician, id, { status: 'in_progress' });
  expect(await riskOf(id)).toBe('2046-12-11T13:00:00.000Z');
  expect(version).toBe(1);
  await change(technician, id, { status: 'completed' });
  expect(await riskOf(id)).toBeNull();
});

test('TIME-25 what is expected after the promised day puts the order at risk at once, without a new version', async () => {
  const { technician } = shop.people;
  const { id } = await makeOrder(shop);
  await shop.sql`update public.service_orders set promised_at = now() + interval '5 days' where id = ${id}`;
  const before = await riskOf(id);
  await setWait(technician, id, { p_expected_on: dayFromToday(3) });
  expect(await riskOf(id)).toBe(before);
  const { id: wait } = await openWaitOf(shop, id);
  const [read] = await shop.sql`select version, updated_at from public.service_orders where id = ${id}`;
  await setWait(technician, id, { p_expected_on: dayFromToday(9), p_seen: wait, p_seen_version: 1 });
  expect(await riskOf(id)).not.toBe(before);
  expect(await viewOf('at_risk')).toContain(id);
  const [now] = await shop.sql`select version, updated_at from public.service_orders where id = ${id}`;
  expect(now).toEqual(read);
  await endWait(technician, wait);
  expect(await riskOf(id)).toBe(before);
});

test('TIME-25 other opening hours change the risk and no version', async () => {
  const { id } = await makeOrder(shop, { promised_at: '2046-12-11T15:00:00Z' });
  await setHours({ ...OPEN, week: OPEN.week.map(() => [{ open: '10:00', close: '13:00' }]) });
  expect(await riskOf(id)).toBe('2046-12-09T13:00:00.000Z');
  const [row] = await shop.sql`select version from public.service_orders where id = ${id}`;
  expect(row?.version).toBe(1);
});

test('TIME-25 views and counts have what is late and at risk, and nothing that is done', async () => {
  const { technician } = shop.people;
  const before = [await countOf('late'), await countOf('at_risk')];
  const late = await makeOrder(shop, { promised_at: '2026-01-05T15:00:00Z', status: 'quoted' });
  const soon = await makeOrder(shop);
  await shop.sql`update public.service_orders set promised_at = now() + interval '1 minute' where id = ${soon.id}`;
  for (const status of ['rejected', 'completed', 'cancelled', 'delivered'])
    await makeOrder(shop, { promised_at: '2026-01-05T15:00:00Z', status });
  expect([await countOf('late'), await countOf('at_risk')]).toEqual(before.map((count) => (count ?? 0) + 1));
  expect(await viewOf('late')).toContain(late.id);
  expect(await viewOf('at_risk')).toContain(soon.id);
  await change(technician, late.id, { status: 'completed' });
  expect(await viewOf('late')).not.toContain(late.id);
  // Promised again, it is late no more.
  await change(technician, late.id, { status: 'in_progress' });
  const again = { p_known: '2026-01-05T15:00:00Z', p_reason: 'Falta la placa' };
  expect(await setPromise(technician, late.id, again)).toBeNull();
  expect(await viewOf('late')).not.toContain(late.id);
});

/** Runs in the main tier, and at length. */
const LENGTHS = [15, 150];
const tagsOf = (runs: number) => ({ tags: runs > 15 ? ['exhaustive'] : [] });

/** Repairs of the shop that took these hours, each of the last days. */
async function repaired(hours: readonly number[], columns: Record<string, string> = {}): Promise<void> {
  for (const [nth, each] of hours.entries()) {
    const { id } = await makeOrder(shop, { status: 'delivered', ...columns });
    await shop.sql`
      insert into private.past_repairs (order_id, equipment_type, brand, kind, received_at, finished_at, hours, load)
      select id, equipment_type, private.fold(equipment_brand), private.work_kind(work_description),
        now() - interval '20 days', now() - make_interval(days => ${(nth % 15) + 1}), ${each}, private.present_load()
      from public.service_orders where id = ${id}`;
  }
}

test('TIME-26 a date is suggested from the narrowest circle of similar repairs, in opening hours', async () => {
  const { receptionist } = shop.people;
  const suggest = async (type: string, brand: string, problem: string) => {
    const { data, error } = await receptionist.client.rpc('suggest_promise', {
      p_type: type,
      p_brand: brand,
      p_problem: problem,
    });
    if (error) throw error;
    return data as { promised_at: string; similar: number; circle: string } | null;
  };
  expect(await suggest('smartphone', 'Samsung', 'Pantalla trizada')).toBeNull();
  const screen = { work_description: 'Pantalla trizada' };
  await repaired([4, 4, 5, 5, 5, 6, 6, 6, 6, 7, 7, 30], screen);
  await repaired([40, 40, 40], { work_description: 'Se mojó', equipment_type: 'laptop' });
  const own = await suggest('smartphone', 'SAMSUNG', 'La pantalla está quebrada');
  expect(own).toMatchObject({ similar: 12, circle: 'brand' });
  const [check] = await shop.sql`
    select private.is_open(${own?.promised_at ?? ''}::timestamptz) as open,
      private.open_time(now(), ${own?.promised_at ?? ''}::timestamptz) >= interval '30 hours' as enough`;
  expect(check).toEqual({ open: true, enough: true });
  expect(await suggest('smartphone', 'Nokia', 'Pantalla')).toMatchObject({ similar: 12, circle: 'kind' });
  expect(await suggest('smartphone', 'Nokia', 'No carga')).toMatchObject({ similar: 12, circle: 'type' });
  expect(await suggest('desktop', 'HP', 'Lento')).toMatchObject({ similar: 15, circle: 'all' });
  await setHours({
    ...OPEN,
    specialDays: [{ from: '2020-01-01', to: '2099-12-31', hours: [], reason: 'x' }],
  });
  expect(await suggest('smartphone', 'Samsung', 'Pantalla')).toBeNull();
});

for (const runs of LENGTHS)
  test(
    `TIME-26 ${runs} suggested dates are never outside the opening hours, over both changes of the clocks`,
    tagsOf(runs),
    async () => {
      const hours = fc.record({
        open: fc.integer({ min: 0, max: 22 }),
        length: fc.integer({ min: 1, max: 12 }),
        closed: fc.integer({ min: 0, max: 6 }),
      });
      await fc.assert(
        fc.asyncProperty(
          hours,
          fc.constantFrom('2026-04-03T12:00:00Z', '2026-09-04T12:00:00Z', '2026-12-24T12:00:00Z'),
          fc.integer({ min: 0, max: 4 * 24 * 60 }),
          fc.double({ min: 0.01, max: 80, noNaN: true }),
          async ({ open, length, closed }, from, minutes, needed) => {
            const two = (hour: number) => String(hour).padStart(2, '0');
            const stretch = { open: `${two(open)}:15`, close: `${two(Math.min(23, open + length))}:45` };
            const week = Array.from({ length: 7 }, (_, day) => (day === closed ? [] : [stretch]));
            await setHours({ ...OPEN, week, closedOnHolidays: true });
            const [row] = await shop.sql`
          with t as (select ${from}::timestamptz + make_interval(mins => ${minutes}) as start)
          select private.is_open(private.friendly_time(t.start, ${needed})) as open,
            private.open_time(t.start, private.friendly_time(t.start, ${needed})) / 3600 >= ${`${needed} s`}::interval as enough
          from t`;
            expect(row).toEqual({ open: true, enough: true });
          },
        ),
        { numRuns: runs, seed: 20_261_127, endOnFailure: true },
      );
    },
  );

for (const runs of LENGTHS)
  test(
    `TIME-28 the clock never counts waiting time, in ${runs} random lives over both changes of the clocks`,
    tagsOf(runs),
    async () => {
      const { id } = await makeOrder(shop);
      const piece = fc.record({
        minutes: fc.integer({ min: 1, max: 3000 }),
        kind: fc.constantFrom('work', 'stops', 'runs'),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom('2026-04-03T12:00:00Z', '2026-09-04T12:00:00Z'),
          fc.array(piece, { minLength: 1, maxLength: 6 }),
          async (from, pieces) => {
            await shop.sql`delete from public.order_waits where order_id = ${id}`;
            let at = Date.parse(from);
            let worked = 0;
            for (const { minutes, kind } of pieces) {
              const [start, end] = [new Date(at), new Date(at + minutes * 60_000)];
              at = end.getTime();
              if (kind === 'work' || kind === 'runs') {
                const [row] = await shop.sql`
              select extract(epoch from private.open_time(${start}, ${end}))::float8 as seconds`;
                worked += Number(row?.seconds);
              }
              if (kind !== 'work')
                await shop.sql`
              insert into public.order_waits (order_id, reason, label, stops_clock, started_at, ended_at, outcome)
              values (${id}, 'part', 'Repuesto', ${kind === 'stops'}, ${start}, ${end}, 'arrived')`;
            }
            const [row] = await shop.sql`
          select extract(epoch from private.worked_time(${id}, ${from}, ${new Date(at)}))::float8 as seconds`;
            expect(Math.abs(Number(row?.seconds) - worked)).toBeLessThan(0.001);
          },
        ),
        { numRuns: runs, seed: 20_261_127, endOnFailure: true },
      );
    },
  );

test('TIME-26 the problem’s kind is told by beginnings of words', async () => {
  const kinds = {
    'Portátil no enciende': 'power',
    'Los programas se quedan pegados': 'software',
    'Se descarga rápido': 'battery',
    'Se recalienta': 'cooling',
    'No carga': 'charging',
    'Cambiar la memoria RAM': 'storage',
    'Se rayó la tapa': 'other',
  };
  for (const [problem, kind] of Object.entries(kinds)) {
    const [row] = await shop.sql`select private.work_kind(${problem}) as kind`;
    expect(row?.kind, problem).toBe(kind);
  }
});

test('TIME-27 finished repairs are learnt from with their opening hours, and forgotten once they are not', async () => {
  const { technician } = shop.people;
  // The work is not known yet when a date is promised.
  const { id } = await makeOrder(shop, {
    work_description: 'Batería hinchada',
    technical_work: 'Cambio de pantalla',
  });
  await change(technician, id, { status: 'completed' });
  const [received, finished] = [
    shopInstant(dayFromToday(-5), '10:00'),
    shopInstant(dayFromToday(-2), '11:00'),
  ];
  await shop.sql`
    update public.service_orders set created_at = ${received}, completed_at = ${finished} where id = ${id}`;
  const known = async () => {
    await shop.sql`select private.refresh_past_repairs()`;
    const [row] = await shop.sql`select kind, hours from private.past_repairs where order_id = ${id}`;
    return row;
  };
  // From 10:00 until 11:00 three days later: 9, 10, 10 and 2 hours.
  expect(await known()).toEqual({ kind: 'battery', hours: 31 });
  await change(technician, id, { status: 'in_progress' });
  expect(await known()).toBeUndefined();
});

test('TIME-29 the rehearsal counts repairs when they are finished, however slow, and days when the shop opens', async () => {
  const rehearse = async () => {
    const { data, error } = await shop.people.admin.client.rpc('rehearse_promises', { p_margin: 80 });
    if (error) throw error;
    return data as { orders: number; kept: number; day_hours: number };
  };
  await shop.sql`delete from private.past_repairs where order_id is not null`;
  await repaired(Array.from({ length: 15 }, () => 5));
  await shop.sql`
    update private.past_repairs set received_at = now() - interval '120 days', finished_at = now() - interval '100 days'
    where order_id is not null`;
  const before = await rehearse();
  await repaired([900]);
  await shop.sql`update private.past_repairs set received_at = now() - interval '95 days' where hours = 900`;
  const after = await rehearse();
  expect([after.orders - before.orders, after.kept - before.kept]).toEqual([1, 0]);
  expect(after.day_hours).toBe(10);
  await setHours({ ...OPEN, week: OPEN.week.map((day, nth) => (nth === 0 ? [] : day)) });
  expect((await rehearse()).day_hours).toBe(10);
  await setHours({
    ...OPEN,
    specialDays: [{ from: '2020-01-01', to: '2099-12-31', hours: [], reason: 'x' }],
  });
  expect((await rehearse()).day_hours).toBe(10);
});

test('TIME-29 a margin is rehearsed over the last 90 days, by admins', async () => {
  const { admin } = shop.people;
  const { data } = await admin.client.rpc('rehearse_promises', { p_margin: 80 });
  expect(data).toMatchObject({ orders: expect.any(Number), kept: expect.any(Number) });
  for (const margin of [49, 96])
    expect((await admin.client.rpc('rehearse_promises', { p_margin: margin })).error?.code).toBe('23514');
  for (const actor of ['anon', 'customer', 'technician', 'receptionist'] as const)
    expect((await shop.clientOf(actor).rpc('rehearse_promises', { p_margin: 80 })).error?.code, actor).toBe(
      '42501',
    );
  expect(await promiseOf(shop, (await makeOrder(shop)).id)).toBeNull();
});
