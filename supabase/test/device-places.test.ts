/** The places of devices: moved by the staff, several together, and none after the delivery (REC-90, REC-91). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder } from './support/orders.ts';
import { openShop, type Actor, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shop.sql`
    update public.setting_sections set value = value || '{"undoSeconds": 60}' where section = 'messages'`;
});
afterAll(() => shop[Symbol.asyncDispose]());

/** Moves devices as a person does. @returns the refusal, or null. */
const move = async (
  actor: Actor,
  orders: readonly string[],
  place: string | null,
  id: string = randomUUID(),
) =>
  (
    await shop.clientOf(actor).rpc('move_devices', {
      p_request_id: id,
      p_orders: [...orders],
      p_place: place as string,
    })
  ).error;

const placesOf = async (...ids: readonly string[]) => {
  const rows = await shop.sql`
    select p.place from unnest(${ids}::uuid[]) with ordinality as i (id, at)
    left join public.device_places p on p.order_id = i.id order by i.at`;
  return rows.map(({ place }) => place as string | null);
};

const movesOf = async (id: string) => {
  const rows = await shop.sql`
    select changes -> 'place' as place, actor_id from public.order_events
    where order_id = ${id} and kind = 'moved' order by id`;
  return rows.map(({ place, actor_id }) => [...(place as unknown[]), actor_id]);
};

test('REC-90 several devices move to one place, once, and each timeline says from where', async () => {
  const [first, second] = [await makeOrder(shop), await makeOrder(shop)];
  const request = randomUUID();
  const { technician, receptionist } = shop.people;
  expect(await move('receptionist', [first.id], 'Recepción')).toBeNull();
  for (const _ of [1, 2]) {
    expect(await move('technician', [second.id, first.id, first.id], 'Mesón de trabajo', request)).toBeNull();
  }
  expect((await move('technician', [first.id], 'Recepción', request))?.code).toBe('PT409');
  expect(await placesOf(first.id, second.id)).toEqual(['Mesón de trabajo', 'Mesón de trabajo']);
  expect(await move('technician', [first.id], 'Mesón de trabajo')).toBeNull();
  expect(await movesOf(first.id)).toEqual([
    [null, 'Recepción', receptionist.id],
    ['Recepción', 'Mesón de trabajo', technician.id],
  ]);
  expect(await move('admin', [first.id, second.id], null)).toBeNull();
  expect(await placesOf(first.id, second.id)).toEqual([null, null]);
  expect(await movesOf(second.id)).toHaveLength(2);
});

test('REC-90 a place that is not in the list, no devices, too many or one that is gone is refused, and none moves', async () => {
  const { id } = await makeOrder(shop);
  expect((await move('technician', [id], 'Bodega de otro'))?.message).toContain('ya no está en Ajustes');
  expect((await move('technician', [], 'Recepción'))?.code).toBe('22023');
  const many = Array.from({ length: 51 }, () => randomUUID());
  expect((await move('technician', many, 'Recepción'))?.code).toBe('22023');
  expect((await move('technician', [id, randomUUID()], 'Recepción'))?.message).toContain('ya no existe');
  for (const actor of ['anon', 'customer', 'other'] as const) {
    expect(await move(actor, [id], 'Recepción')).not.toBeNull();
  }
  expect(await placesOf(id)).toEqual([null]);
  expect(await movesOf(id)).toEqual([]);
});

test('REC-90 who moves the same devices at once waits, and the last one is right', async () => {
  const ids = [(await makeOrder(shop)).id, (await makeOrder(shop)).id];
  const places = ['Recepción', 'Mesón de trabajo', 'Estante de listos'];
  const refusals = await Promise.all(
    places.map((place, at) => move('technician', at % 2 ? ids.toReversed() : ids, place)),
  );
  expect(refusals).toEqual([null, null, null]);
  const [first, second] = await placesOf(...ids);
  expect(places).toContain(first);
  expect(second).toBe(first);
});

test('REC-91 a delivered device is nowhere, whoever writes, and the end of a delivery puts it back', async () => {
  const { technician, receptionist } = shop.people;
  const { id } = await makeOrder(shop, { status: 'completed', total_amount: 0 });
  await move('technician', [id], 'Estante de listos');
  const delivered = await change(receptionist, id, { status: 'delivered', warranty_days: 30 });
  expect(delivered.error).toBeNull();
  expect(await placesOf(id)).toEqual([null]);
  expect((await move('technician', [id], 'Recepción'))?.message).toMatch(/^La orden \d+ ya se entregó/);
  await expect(
    shop.sql`update public.device_places set place = 'Recepción' where order_id = ${id}`,
  ).rejects.toThrow('ya se entregó');
  const { version } = delivered.data as unknown as { version: number };
  const undone = await receptionist.client.rpc('undo_status', { p_order_id: id, p_version: version });
  expect(undone.error).toBeNull();
  expect(await placesOf(id)).toEqual(['Estante de listos']);
  expect(await movesOf(id)).toEqual([[null, 'Estante de listos', technician.id]]);
});

test('REC-91 a delivery and a move at the same moment leave no place behind', async () => {
  const { id } = await makeOrder(shop, { status: 'completed', total_amount: 0 });
  await Promise.all([
    move('technician', [id], 'Recepción'),
    change(shop.people.receptionist, id, { status: 'delivered', warranty_days: 30 }),
  ]);
  expect(await placesOf(id)).toEqual([null]);
});

test('REC-91 a place goes with its order', async () => {
  const { id } = await makeOrder(shop);
  await move('technician', [id], 'Recepción');
  await shop.people.admin.client.from('service_orders').delete().eq('id', id);
  const rows = await shop.sql`select from public.device_places where order_id = ${id}`;
  expect(rows).toHaveLength(0);
});

test('REC-107 REC-108 the list, its search, its export and an own view have the orders whose devices are at one place', async () => {
  const { technician } = shop.people;
  const [here, away, gone] = [
    await makeOrder(shop),
    await makeOrder(shop),
    await makeOrder(shop, { status: 'completed', total_amount: 0 }),
  ];
  expect(await move('technician', [here.id, gone.id], 'Estante de listos')).toBeNull();
  expect(await move('technician', [away.id], 'Recepción')).toBeNull();
  await change(shop.people.receptionist, gone.id, { status: 'delivered', warranty_days: 30 });
  const ids = async (args: Partial<Record<'p_search' | 'p_field' | 'p_sort' | 'p_place', string>>) =>
    (await technician.client.rpc('search_orders', args)).data?.map(({ id }) => id);
  const number = String(here.order_number).padStart(6, '0');
  for (const args of [
    {},
    { p_search: number },
    { p_search: shop.people.customer.fullName, p_field: 'customer_name' },
    { p_sort: 'price' },
  ])
    expect(await ids({ ...args, p_place: 'Estante de listos' }), JSON.stringify(args)).toContain(here.id);
  const all = (await ids({ p_place: 'Estante de listos' })) ?? [];
  expect(all).not.toContain(away.id);
  expect(all).not.toContain(gone.id);
  const { data: rows } = await technician.client.rpc('search_orders', {});
  expect(
    [here, away, gone].map(({ id }) => rows?.find((row) => row.id === id)?.device_place),
    'REC-108',
  ).toEqual(['Estante de listos', 'Recepción', null]);
  expect(await ids({ p_place: "' or true --" })).toEqual([]);
  const { data: exported } = await technician.client.rpc('export_orders', { p_place: 'Estante de listos' });
  expect(exported?.map(({ id }) => id)).toEqual(all);
  await technician.client.from('saved_views').insert({ name: 'Listos', place: 'Estante de listos' });
  const { data: own } = await technician.client.rpc('count_saved_views');
  expect(own).toMatchObject([{ total: all.length }]);
});
