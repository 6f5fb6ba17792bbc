/** private.warranty_returns, from which the reports count warranty returns, is updated on every change of orders. */
import { waitingSessions } from '@taller/server/testing/waiting-sessions.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { change, makeOrder, orderOf } from './support/orders.ts';
import { deliveredOrder, takeIn, takeInReturn } from './support/returns.ts';
import { openShop, type Shop } from './support/shop.ts';
import { withinWarranty, type ReportOrder } from './support/report-figures.ts';

const START = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(() => shop.sql`delete from public.service_orders`);

const kept = async (): Promise<string[]> =>
  (await shop.sql`select order_id::text as id from private.warranty_returns order by 1`).map(({ id }) =>
    String(id),
  );

/** Possible changes of an order; the relevant columns, and two others. */
const columns = fc.record(
  {
    customer_rut: fc.constantFrom('11111111-1', '22222222-2'),
    equipment_type: fc.constantFrom('laptop', 'tablet'),
    equipment_model: fc.constantFrom('Uno', 'Dos'),
    imei: fc.constantFrom(null, '111', '222'),
    warranty_days: fc.constantFrom(null, 0, 5, 90),
    parts_warranty_days: fc.constantFrom(null, 0, 40),
    not_warranty: fc.boolean(),
    created_at: fc.integer({ min: 0, max: 60 }).map((days) => new Date(START + days * DAY)),
    delivered_at: fc.option(fc.integer({ min: 1, max: 60 }).map((days) => new Date(START + days * DAY + 1))),
    notes: fc.constantFrom('a', 'b'),
    total_amount: fc.constantFrom(1000, 2000),
  },
  { requiredKeys: [] },
);
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('insert' as const),
      rows: fc.array(columns, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('update' as const), at: fc.nat(), columns }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('update all' as const), columns }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), at: fc.nat() }) },
);

for (const { runs, tags } of [
  { runs: 15, tags: [] },
  { runs: 80, tags: ['exhaustive'] },
])
  test(
    `REP-04 after any changes to orders, exactly those stand there whose device came back under warranty (${runs} times)`,
    { tags },
    async () => {
      let returns = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
          await shop.sql`delete from public.service_orders`;
          for (const next of steps) {
            const ids = (
              await shop.sql`select id::text from public.service_orders order by order_number`
            ).map(({ id }) => String(id));
            if (next.kind === 'insert') {
              const rows = next.rows.map((row) => ({
                ...orderOf(shop.people.customer),
                customer_rut: '11111111-1',
                equipment_type: 'laptop',
                equipment_model: 'Uno',
                imei: null,
                created_at: new Date(START),
                delivered_at: new Date(START + DAY),
                warranty_days: 30,
                parts_warranty_days: null,
                not_warranty: false,
                notes: null,
                total_amount: 1000,
                ...row,
              }));
              await shop.sql`insert into public.service_orders ${shop.sql(rows)}`;
            } else if (next.kind === 'delete') {
              if (ids.length > 0)
                await shop.sql`delete from public.service_orders where id = ${ids[next.at % ids.length] ?? ''}`;
            } else if (Object.keys(next.columns).length > 0 && ids.length > 0) {
              const chosen = next.kind === 'update' ? [ids[next.at % ids.length] ?? ''] : ids;
              await shop.sql`update public.service_orders set ${shop.sql(next.columns)} where id = any (${chosen}::uuid[])`;
            }
            const orders = await shop.sql<ReportOrder[]>`select * from public.service_orders`;
            const expected = orders.filter((order) => withinWarranty(order, orders)).map(({ id }) => id);
            expect(await kept()).toEqual(expected.toSorted());
            returns += expected.length;
          }
        }),
        { seed: 7, numRuns: runs, endOnFailure: true },
      );
      expect(returns).toBeGreaterThan(runs / 2);
    },
  );

const DELIVERED = {
  created_at: '2026-03-01T12:00:00Z',
  delivered_at: '2026-03-02T12:00:00Z',
  warranty_days: 30,
};
const INTAKE = { created_at: '2026-03-10T12:00:00Z' };

test.each<[whose: 'first' | 'second', columns: Record<string, string | number | null>]>([
  ['first', { warranty_days: 7 }],
  ['first', { warranty_days: null }],
  ['first', { delivered_at: null }],
  ['first', { delivered_at: '2026-03-11T12:00:00Z' }],
  ['first', { customer_rut: '22222222-2' }],
  ['first', { imei: '999' }],
  ['second', { customer_rut: '22222222-2' }],
  ['second', { equipment_type: 'tablet' }],
  ['second', { equipment_brand: 'Apple' }],
  ['second', { equipment_model: 'Galaxy A16' }],
  ['second', { imei: '999' }],
  ['second', { created_at: '2026-05-10T12:00:00Z' }],
])(
  'REP-04 a warranty return stops being one, and becomes one again, when the %s order gets %o',
  async (whose, columns) => {
    const first = await makeOrder(shop, { ...DELIVERED, imei: columns['imei'] === undefined ? null : '111' });
    const second = await makeOrder(shop, { ...INTAKE, imei: columns['imei'] === undefined ? null : '111' });
    expect(await kept()).toEqual([first.id]);
    const { id } = whose === 'first' ? first : second;
    const [before] = await shop.sql`select * from public.service_orders where id = ${id}`;
    await shop.sql`update public.service_orders set ${shop.sql(columns)} where id = ${id}`;
    expect(await kept()).toEqual([]);
    const back = Object.fromEntries(
      Object.keys(columns).map((name) => [name, before?.[name] as string | null]),
    );
    await shop.sql`update public.service_orders set ${shop.sql(back)} where id = ${id}`;
    expect(await kept()).toEqual([first.id]);
  },
);

test('REP-04 a technician’s warranty return counts when the desk takes the device in again, and no longer when that order is deleted', async () => {
  const { technician, receptionist, admin } = shop.people;
  const comeBacks = async () => {
    const { data, error } = await admin.client.rpc('report_overview');
    if (error) throw new Error(error.message);
    const { technicians } = data as { technicians: { id: string; come_backs: number }[] };
    return technicians.find(({ id }) => id === technician.id)?.come_backs;
  };
  const first = await makeOrder(shop);
  await change(technician, first.id, { status: 'completed' });
  await change(receptionist, first.id, { status: 'delivered', warranty_days: 90 });
  expect(await comeBacks()).toBe(0);
  const again = { ...orderOf(shop.people.customer), id: crypto.randomUUID() };
  expect((await receptionist.client.from('service_orders').insert(again)).error).toBeNull();
  expect(await comeBacks()).toBe(1);
  const { data: behind } = await admin.client.rpc('report_orders', {
    p_card: 'come_backs',
    p_technician: technician.id,
  });
  expect(behind?.map(({ id }) => id)).toEqual([first.id]);
  await admin.client.from('service_orders').delete().eq('id', again.id);
  expect(await comeBacks()).toBe(0);
});

test('REP-04 of a delivery and an intake at the same moment neither is overlooked', async () => {
  const first = await makeOrder(shop, { created_at: '2026-03-01T12:00:00Z' });
  const desk = await shop.sql.reserve();
  await desk`begin`;
  await desk`update public.service_orders set delivered_at = '2026-03-02T12:00:00Z', warranty_days = 90 where id = ${first.id}`;
  // It waits for the delivery, which it could not see otherwise.
  const intake = makeOrder(shop, { created_at: '2026-03-03T12:00:00Z' });
  await expect.poll(() => waitingSessions(shop.sql)).toHaveLength(1);
  await desk`commit`;
  desk.release();
  await intake;
  expect(await kept()).toEqual([first.id]);
});

test('WARR-10 what staff said counts before the device: the link of another model, and no device of ‘No es garantía’', async () => {
  const { receptionist } = shop.people;
  const original = await deliveredOrder(shop, { ago: 10, days: 30 });
  const linked = await takeIn(shop, receptionist, {
    warranty_of: original.order_number,
    equipment_model: 'Otro modelo',
  });
  expect(await kept()).toEqual([original.id]);
  await change(receptionist, linked.data?.id ?? '', { not_warranty: true });
  expect(await kept()).toEqual([]);
  const same = await takeIn(shop, receptionist, {});
  expect(await kept()).toEqual([original.id]);
  await change(receptionist, same.data?.id ?? '', { not_warranty: true });
  expect(await kept()).toEqual([]);
});

test('WARR-10 a return counts for its own original alone, not if that did not cover it, not if it was cancelled', async () => {
  const { receptionist } = shop.people;
  const older = await deliveredOrder(shop, { ago: 20, days: 60 });
  const newer = await deliveredOrder(shop, { ago: 10, days: 60, equipment_model: 'Otro modelo' });
  const { id } = await takeInReturn(shop, newer.order_number);
  expect(await kept()).toEqual([newer.id]);
  await change(receptionist, id, { warranty_outcome: 'not_covered', warranty_reason: 'Se mojó' });
  expect(await kept()).toEqual([]);
  await change(receptionist, id, { warranty_outcome: 'goodwill' });
  expect(await kept()).toEqual([newer.id]);
  // Taken in by mistake.
  const { id: mistaken } = await takeInReturn(shop, older.order_number);
  expect(await kept()).toHaveLength(2);
  await change(shop.people.admin, mistaken, { status: 'cancelled', cancellation_reason: 'Error' });
  expect(await kept()).toEqual([newer.id]);
  // The original gets another RUT: it is found by the phone that two people of a family share.
  await shop.sql`update public.service_orders set customer_rut = '22222222-2' where id = ${newer.id}`;
  await change(receptionist, id, { warranty_outcome: 'covered', status: 'delivered' });
  expect(await kept()).toEqual([newer.id]);
  await shop.sql`delete from public.service_orders where id = ${id}`;
  expect(await kept()).toEqual([]);
});
