/** Checklists of orders: who writes and reads them, and what stays of them (REC-20 to REC-27). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIRST_CHECKPOINTS } from '@taller/shared/settings/desk-schema.ts';
import { callSaveChecklist, someChecklist, worksAt } from './support/checklists.ts';
import { change, makeOrder } from './support/orders.ts';
import { ACTORS, openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const stored = async (orderId: string) => [
  ...(await shop.sql`select * from public.order_checklists where order_id = ${orderId} order by moment desc`),
];
const eventsOf = async (orderId: string) =>
  (
    await shop.sql`select changes from public.order_events
      where order_id = ${orderId} and kind = 'edited' order by id`
  ).map(({ changes }) => changes as unknown);
const deliver = (orderId: string) =>
  change(shop.people.receptionist, orderId, { status: 'delivered', warranty_days: 30 });

test('REC-21 the staff save a checklist once, and it keeps the words of its points', async () => {
  const { technician } = shop.people;
  const { id } = await makeOrder(shop);
  const request = randomUUID();
  const list = someChecklist();
  const answers = await Promise.all(
    [1, 2, 3].map(() =>
      callSaveChecklist(technician, id, {
        id: request,
        points: list.points,
        accessories: list.accessories,
      }),
    ),
  );
  for (const { data, error } of answers) {
    expect(error).toBeNull();
    expect(data).toMatchObject([{ saved: true, version: 1, points: list.points }]);
  }
  expect(await stored(id)).toMatchObject([
    {
      moment: 'reception',
      points: list.points,
      accessories: list.accessories,
      equipment_type: 'smartphone',
      list_version: null,
      version: 1,
      taken_by: technician.id,
      changed_by: technician.id,
    },
  ]);
  expect(await eventsOf(id)).toEqual([
    { reception_points: [null, list.points], reception_accessories: [null, list.accessories] },
  ]);
  const other = await callSaveChecklist(technician, id, { id: request, points: [worksAt('Pantalla')] });
  expect(other.error?.code).toBe('PT409');
});

test('REC-20 a checklist names the version of the shop’s list, which later changes of the list do not touch', async () => {
  const { receptionist } = shop.people;
  const points = FIRST_CHECKPOINTS.tablet.map(worksAt);
  const [before, after] = [await makeOrder(shop), await makeOrder(shop)];
  const save = (orderId: string) => callSaveChecklist(receptionist, orderId, { type: 'tablet', points });
  await save(before.id);
  const [{ version } = {}] = await shop.sql`
    update public.setting_sections s
    set value = jsonb_set(s.value, '{checkpoints,tablet}', '["Pantalla"]') where section = 'desk'
    returning version`;
  await save(after.id);
  const lists = [...(await stored(before.id)), ...(await stored(after.id))];
  expect(lists).toMatchObject([
    { points, list_version: version - 1 },
    { points, list_version: version - 1 },
  ]);
  await callSaveChecklist(receptionist, before.id, {
    type: 'tablet',
    points: [worksAt('Pantalla')],
    known: 1,
  });
  expect(await stored(before.id)).toMatchObject([{ list_version: version, version: 2 }]);
});

test('REC-22 a correction is in the timeline with what it was before; the same list again is none', async () => {
  const { receptionist } = shop.people;
  const { id } = await makeOrder(shop);
  const { points, accessories } = someChecklist();
  await callSaveChecklist(receptionist, id, { points, accessories });
  await callSaveChecklist(receptionist, id, { points, accessories, known: 1 });
  const corrected = points.map((point) => (point.label === 'Señal' ? worksAt('Señal') : point));
  const charger = { id: randomUUID(), label: 'Cargador' };
  await callSaveChecklist(receptionist, id, {
    points: corrected,
    accessories: [...accessories, charger],
    known: 1,
  });
  const events = await eventsOf(id);
  expect(events.slice(1)).toEqual([
    {
      reception_points: [[{ label: 'Señal', result: 'untested' }], [worksAt('Señal')]],
      reception_accessories: [[], [charger]],
    },
  ]);
  expect(await stored(id)).toMatchObject([{ version: 2, accessories: [accessories[0], charger] }]);
});

test('REC-23 of two people who save at once the second learns what the first wrote, and by whom', async () => {
  const { receptionist, technician } = shop.people;
  const { id } = await makeOrder(shop);
  const mine = someChecklist();
  await callSaveChecklist(receptionist, id, { points: [worksAt('Pantalla')], accessories: [] });
  for (const known of [undefined, 7]) {
    const { data, error } = await callSaveChecklist(technician, id, {
      ...mine,
      ...(known !== undefined && { known }),
    });
    expect(error).toBeNull();
    expect(data).toMatchObject([
      { saved: false, author: receptionist.fullName, version: 1, points: [worksAt('Pantalla')] },
    ]);
  }
  expect(await stored(id)).toMatchObject([{ points: [worksAt('Pantalla')], version: 1 }]);
  const request = randomUUID();
  await callSaveChecklist(technician, id, { ...mine, id: request });
  const again = await callSaveChecklist(technician, id, { ...mine, id: request, known: 1 });
  expect(again.data).toMatchObject([{ saved: true, version: 2, points: mine.points }]);
  // The first ones at the same moment.
  const { id: other } = await makeOrder(shop);
  const both = await Promise.all([
    callSaveChecklist(receptionist, other, { points: [worksAt('Pantalla')] }),
    callSaveChecklist(technician, other, { points: [worksAt('Señal')] }),
  ]);
  expect(new Set(both.map(({ data }) => data?.[0]?.saved))).toEqual(new Set([false, true]));
});

test('REC-24 nobody changes a checklist once the device was handed over, or its person taken out', async () => {
  const { admin, receptionist } = shop.people;
  const { id } = await makeOrder(shop, { status: 'completed' });
  const { points, accessories } = someChecklist();
  for (const moment of ['reception', 'delivery'])
    expect((await callSaveChecklist(receptionist, id, { moment, points, accessories })).error).toBeNull();
  expect((await deliver(id)).error).toBeNull();
  for (const moment of ['reception', 'delivery']) {
    const { error } = await callSaveChecklist(admin, id, { moment, points: [], known: 1 });
    expect(error?.message).toBe('El equipo ya se entregó: la lista queda como está.');
  }
  expect(await stored(id)).toMatchObject([
    { moment: 'reception', points, version: 1 },
    { moment: 'delivery', points, version: 1 },
  ]);
  const gone = await makeOrder(shop, { status: 'cancelled', anonymized_at: '2026-11-02T15:00:00Z' });
  expect((await callSaveChecklist(admin, gone.id)).error?.message).toBe(
    'Los datos de esta orden se borraron: ya no se le anota nada.',
  );
  expect((await callSaveChecklist(admin, randomUUID())).error?.message).toBe('La orden no existe.');
});

test('REC-24 a delivery and a save at once: the list is written before, or not at all', async () => {
  const { technician } = shop.people;
  for (let round = 0; round < 5; round += 1) {
    const { id } = await makeOrder(shop, { status: 'completed' });
    const [saved, delivered] = await Promise.all([callSaveChecklist(technician, id), deliver(id)]);
    const lists = await stored(id);
    expect(lists).toHaveLength(saved.error ? 0 : 1);
    expect(saved.error?.message ?? 'ya se entregó').toContain('ya se entregó');
    // The timeline's line changes no version of the order: the delivery meets no conflict.
    expect(delivered.error).toBeNull();
  }
});

test('REC-25 customers read the checklists of their own orders, and nobody else but the staff reads or writes one', async () => {
  const { id } = await makeOrder(shop);
  await callSaveChecklist(shop.people.receptionist, id);
  for (const actor of ACTORS) {
    const { data } = await shop
      .clientOf(actor)
      .from('order_checklists')
      .select('moment, points, accessories')
      .eq('order_id', id);
    expect(data?.length ?? 0, actor).toBe(actor === 'anon' || actor === 'other' ? 0 : 1);
  }
  for (const actor of ['anon', 'customer', 'other'] as const) {
    const { error } = await callSaveChecklist({ client: shop.clientOf(actor) }, id, { points: [], known: 1 });
    expect(error?.code, actor).toBe('42501');
  }
  for (const column of ['taken_by', 'changed_by']) {
    const read = await shop.people.customer.client.from('order_checklists').select(column).eq('order_id', id);
    expect(read.error?.code, column).toBe('42501');
  }
  expect(await stored(id)).toMatchObject([{ version: 1 }]);
});
