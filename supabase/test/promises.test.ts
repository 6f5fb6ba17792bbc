/** Promised dates of orders: made and changed by staff, once, and kept (TIME-20, TIME-21, TIME-24). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder, orderOf, storedOrder } from './support/orders.ts';
import { FRIDAY, promiseOf, setPromise, THURSDAY } from './support/promises.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

/** A new order, taken in by the desk. */
const takeIn = (columns: Record<string, unknown>) =>
  shop.people.receptionist.client
    .from('service_orders')
    .insert({ ...orderOf(shop.people.customer), ...columns } as never)
    .select()
    .single();

const iso = (text: string) => new Date(text).toISOString();
const eventsOf = async (id: string) => [
  ...(await shop.sql`
    select kind, changes, version from public.order_events where order_id = ${id}
      and (kind = 'promised' or changes ? 'promised_at') order by id`),
];

test('TIME-20 an order is promised as it is taken in, and its timeline begins with that', async () => {
  const { data, error } = await takeIn({ promised_at: THURSDAY });
  expect(error).toBeNull();
  const id = String(data?.id);
  expect(await promiseOf(shop, id)).toBe(iso(THURSDAY));
  expect(await eventsOf(id)).toMatchObject([
    { kind: 'created', changes: { promised_at: [null, THURSDAY] }, version: 1 },
  ]);
});

test('TIME-20 a promise is made later without a reason, and changed or taken away with one', async () => {
  const { technician, receptionist } = shop.people;
  const { id } = await makeOrder(shop);
  expect(await setPromise(technician, id)).toBeNull();
  const another = { p_promised_at: FRIDAY, p_known: THURSDAY };
  for (const reason of ['', ' \n\u00a0'])
    expect((await setPromise(receptionist, id, { ...another, p_reason: reason }))?.message).toBe(
      'Escribe por qué cambia la fecha comprometida.',
    );
  expect(
    await setPromise(receptionist, id, { ...another, p_reason: ' Llega tarde la pantalla ' }),
  ).toBeNull();
  expect(await promiseOf(shop, id)).toBe(iso(FRIDAY));
  const none = { p_promised_at: null, p_known: FRIDAY, p_reason: 'Nadie lo sabe' };
  expect(await setPromise(receptionist, id, none)).toBeNull();
  expect(await promiseOf(shop, id)).toBeNull();
  expect(await eventsOf(id)).toEqual([
    { kind: 'promised', changes: { promised_at: [null, THURSDAY] }, version: 2 },
    {
      kind: 'promised',
      changes: { promised_at: [THURSDAY, FRIDAY], reason: [null, 'Llega tarde la pantalla'] },
      version: 3,
    },
    {
      kind: 'promised',
      changes: { promised_at: [FRIDAY, null], reason: [null, 'Nadie lo sabe'] },
      version: 4,
    },
  ]);
});

test('TIME-21 sent twice a promise is made once', async () => {
  const { technician } = shop.people;
  const { id } = await makeOrder(shop);
  const request = { p_request_id: randomUUID() };
  expect([await setPromise(technician, id, request), await setPromise(technician, id, request)]).toEqual([
    null,
    null,
  ]);
  // The form has read its own promise meanwhile.
  expect(await setPromise(technician, id, { ...request, p_known: THURSDAY })).toBeNull();
  expect(await setPromise(technician, id, { ...request, p_promised_at: FRIDAY })).toMatchObject({
    code: 'PT409',
  });
  // The same date once more changes nothing.
  expect(await setPromise(technician, id, { p_known: THURSDAY })).toBeNull();
  expect(await eventsOf(id)).toHaveLength(1);
});

test('TIME-21 of two people at once one promises, and the other is told', async () => {
  const { technician, receptionist } = shop.people;
  const { id } = await makeOrder(shop);
  const both = await Promise.all([
    setPromise(technician, id),
    setPromise(receptionist, id, { p_promised_at: FRIDAY }),
  ]);
  expect(both.filter((error) => error === null)).toHaveLength(1);
  expect(both.find((error) => error !== null)).toMatchObject({
    code: '23514',
    message: 'Otra persona cambió la fecha comprometida mientras tanto. Revisa en cuál quedó.',
  });
  expect(await eventsOf(id)).toHaveLength(1);
});

test('TIME-21 an order without work left, one that is gone and a date that is none are refused with words', async () => {
  const { technician } = shop.people;
  for (const status of ['rejected', 'completed', 'cancelled', 'delivered'])
    expect((await setPromise(technician, (await makeOrder(shop, { status })).id))?.message, status).toBe(
      'A esta orden ya no le queda trabajo: la fecha comprometida queda como está.',
    );
  expect((await setPromise(technician, randomUUID()))?.message).toBe('La orden no existe.');
  const { id } = await makeOrder(shop);
  for (const day of ['infinity', '-infinity', '9999-12-31T12:00:00Z', '1812-01-01T12:00:00Z'])
    for (const error of [
      await setPromise(technician, id, { p_promised_at: day }),
      (await takeIn({ promised_at: day })).error,
    ])
      expect(error?.message, day).toBe('La fecha no es posible: elige una entre los años 1900 y 2099.');
  expect((await setPromise(technician, id, { p_reason: 'x'.repeat(501) }))?.message).toBe(
    'El motivo puede tener hasta 500 letras.',
  );
  expect(await promiseOf(shop, id)).toBeNull();
});

test('TIME-21 a date that has passed, or at night, is the shop’s to decide', async () => {
  const { technician } = shop.people;
  const { id } = await makeOrder(shop);
  expect(await setPromise(technician, id, { p_promised_at: '2024-01-01T06:00:30Z' })).toBeNull();
  expect(await promiseOf(shop, id)).toBe('2024-01-01T06:00:00.000Z');
});

test('TIME-21 nobody but the staff promises, and no plain change of the order does', async () => {
  const { id } = await makeOrder(shop);
  for (const actor of ['anon', 'customer', 'other'] as const)
    expect((await setPromise({ client: shop.clientOf(actor) }, id, { p_tell: true }))?.code, actor).toBe(
      '42501',
    );
  for (const actor of ['technician', 'receptionist', 'admin', 'customer'] as const)
    expect((await change(shop.people[actor], id, { promised_at: THURSDAY })).error?.code, actor).toBe(
      '42501',
    );
  expect(await promiseOf(shop, id)).toBeNull();
});

test('TIME-21 a promise stays through every status, and ‘Deshacer’ leaves it', async () => {
  const { technician, admin } = shop.people;
  await shop.sql`
    update public.setting_sections set value = value || '{"undoSeconds": 60}' where section = 'messages'`;
  const { id } = await makeOrder(shop);
  await setPromise(technician, id);
  const { data } = await change(technician, id, { status: 'completed' });
  await technician.client.rpc('undo_status', { p_order_id: id, p_version: Number(data?.version) });
  expect(await storedOrder(shop, id)).toMatchObject({ status: 'pending' });
  await change(admin, id, { status: 'cancelled', cancellation_reason: 'Sin arreglo' });
  expect(await promiseOf(shop, id)).toBe(iso(THURSDAY));
});

test('TIME-24 an import brings the promise, and refuses one that is no date', async () => {
  const { admin } = shop.people;
  const { data: batch } = await admin.client.rpc('begin_import', {
    p_file_name: 'ordenes.csv',
    p_file_hash: randomUUID().replaceAll('-', ''),
    p_row_count: 1,
  });
  const row = {
    row: 1,
    key: randomUUID(),
    created_at: '2026-11-02T15:00:00Z',
    status: 'pending',
    customer_name: 'Ana Soto',
    customer_phone: '+56 9 8123 4567',
    customer_rut: '7654321-6',
    equipment_type: 'smartphone',
    equipment_brand: 'Samsung',
    equipment_model: 'A15',
  };
  const send = (promised: string) =>
    admin.client.rpc('import_orders', {
      p_batch_id: String(batch?.id),
      p_rows: [{ ...row, promised_at: promised }],
    });
  expect((await send('9999-12-31T12:00:00Z')).error?.message).toContain('La fecha no es posible');
  const { data } = await send(THURSDAY);
  expect(data).toMatchObject([{ outcome: 'imported' }]);
  const [order] = await shop.sql`select id from public.service_orders where import_key = ${row.key}`;
  expect(await promiseOf(shop, String(order?.id))).toBe(iso(THURSDAY));
});
