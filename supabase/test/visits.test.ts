/** Several devices in one visit: which orders belong together, and who sees it (REC-01 to REC-04, REC-07). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder, orderOf, storedOrder } from './support/orders.ts';
import { newRut, openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const takeIn = (
  visit_details: object | null,
  columns = {},
  by: Pick<Person, 'client'> = shop.people.receptionist,
) =>
  by.client
    .from('service_orders')
    .insert({ id: randomUUID(), ...orderOf(shop.people.customer), ...columns, visit_details } as never)
    .select('id, order_number, visit_details')
    .single();

/** An order that was taken in. */
async function takenIn(
  visit: object | null = null,
  columns = {},
): Promise<{ id: string; order_number: number }> {
  const { data, error } = await takeIn(visit, columns);
  expect(error).toBeNull();
  expect(data?.visit_details).toBeNull();
  return data as { id: string; order_number: number };
}

/** The orders of an order's visit, as somebody reads them. */
async function visitOf(id: string, by: Pick<Person, 'client'> = shop.people.technician): Promise<string[]> {
  const { data, error } = await by.client.rpc('visit_orders', { p_order_id: id });
  if (error) throw new Error(error.code);
  return data.map((order) => order.id);
}

test('REC-01 a visit exists from its second order on, and grows from any of its orders', async () => {
  const first = await takenIn();
  expect(await visitOf(first.id)).toEqual([]);
  const second = await takenIn({ order: first.id });
  const third = await takenIn({ order: second.id });
  for (const { id } of [first, second, third])
    expect(await visitOf(id)).toEqual([first.id, second.id, third.id]);
  const { data } = await shop.people.admin.client.rpc('visit_orders', { p_order_id: first.id });
  expect(new Set(data?.map(({ visit }) => visit)).size).toBe(1);
  expect(data?.[0]).toMatchObject({ order_number: first.order_number, status: 'pending' });
});

test('REC-01 of two orders that begin a visit at once both belong to it', async () => {
  const first = await takenIn();
  const both = await Promise.all([takenIn({ order: first.id }), takenIn({ order: first.id })]);
  expect(await visitOf(first.id)).toHaveLength(3);
  expect(new Set(await visitOf(first.id))).toEqual(new Set([first.id, ...both.map(({ id }) => id)]));
});

test('REC-01 the same order that is sent again changes nothing', async () => {
  const first = await takenIn();
  const id = randomUUID();
  expect((await takeIn({ order: first.id }, { id })).error).toBeNull();
  expect((await takeIn({ order: first.id }, { id })).error?.code).toBe('23505');
  expect(await visitOf(first.id)).toEqual([first.id, id]);
});

test('REC-01 an order of another RUT, one that is gone and a twenty-first are refused with words', async () => {
  const first = await takenIn();
  const other = await takeIn({ order: first.id }, { customer_rut: newRut() });
  expect(other.error?.message).toBe(
    `La orden ${String(first.order_number).padStart(6, '0')} de la visita es de otro RUT. Corrige el RUT, o separa esta orden de la visita.`,
  );
  const gone = 'La otra orden de la visita ya no está. Separa esta orden de la visita y guárdala otra vez.';
  for (const order of [randomUUID(), 'x']) expect((await takeIn({ order })).error?.message).toBe(gone);
  const erased = await makeOrder(shop, { status: 'delivered', customer_rut: newRut() });
  await shop.sql`select private.anonymize_orders(array[${erased.id}::uuid])`;
  expect((await takeIn({ order: erased.id })).error?.message).toBe(gone);

  for (let count = 1; count < 20; count += 1) await takenIn({ order: first.id });
  expect((await takeIn({ order: first.id })).error?.message).toBe(
    'Una visita tiene hasta 20 equipos. Separa esta orden de la visita y guárdala otra vez.',
  );
});

test('REC-01 whoever takes in no orders learns nothing of another one', async () => {
  const first = await takenIn();
  const { technician, customer } = shop.people;
  for (const by of [technician, customer, { client: shop.anon }])
    expect((await takeIn({ order: randomUUID() }, { customer_rut: newRut() }, by)).error?.code).toBe('42501');
  expect(await visitOf(first.id)).toEqual([]);
  // Only a new order says so.
  expect(
    (await change(shop.people.admin, first.id, { visit_details: { order: first.id } })).error?.code,
  ).toBe('42501');
});

test('REC-03 staff see a visit, customers that of their own orders, others nothing', async () => {
  const first = await takenIn();
  const second = await takenIn({ order: first.id });
  const { customer, other, receptionist } = shop.people;
  const both = [first.id, second.id];
  expect(await visitOf(first.id, receptionist)).toEqual(both);
  expect(await visitOf(first.id, customer)).toEqual(both);
  await expect(visitOf(first.id, other)).rejects.toThrow('42501');
  await expect(visitOf(first.id, { client: shop.anon })).rejects.toThrow('42501');
});

test('REC-04 orders whose RUT differs are in no visit together, until it is corrected on all of them', async () => {
  const first = await takenIn();
  const second = await takenIn({ order: first.id });
  const third = await takenIn({ order: first.id });
  const corrected = newRut();
  await change(shop.people.receptionist, first.id, { customer_rut: corrected });
  expect(await visitOf(first.id)).toEqual([]);
  expect(await visitOf(second.id)).toEqual([second.id, third.id]);
  for (const { id } of [second, third])
    await change(shop.people.receptionist, id, { customer_rut: corrected });
  expect(await visitOf(first.id)).toEqual([first.id, second.id, third.id]);
});

test('REC-04 a visit goes on without an order that was deleted, erased or cancelled', async () => {
  const [first, erased, deleted] = [
    await takenIn(),
    await makeOrder(shop, { status: 'delivered' }),
    await takenIn(),
  ];
  const [visit] = await shop.sql`select nextval('private.visit_numbers')::integer as number`;
  for (const { id } of [first, erased, deleted])
    await shop.sql`insert into private.visit_orders (order_id, visit) values (${id}, ${visit?.number})`;
  const last = await takenIn({ order: first.id });
  expect(await visitOf(last.id)).toHaveLength(4);
  await shop.sql`select private.anonymize_orders(array[${erased.id}::uuid])`;
  expect(
    (await shop.people.admin.client.from('service_orders').delete().eq('id', deleted.id)).error,
  ).toBeNull();
  await change(shop.people.admin, first.id, { status: 'cancelled', cancellation_reason: 'No era' });
  expect(await visitOf(last.id)).toEqual([first.id, last.id]);
  expect(await shop.sql`select from private.visit_orders where order_id = ${erased.id}`).toHaveLength(0);
  expect(await storedOrder(shop, deleted.id)).toEqual({});
});

test('PAY-33 in a visit nothing is owed for a cancelled order, and its advance goes back', async () => {
  const price = { quote: 90_000, total_amount: 90_000 };
  const first = await takenIn(null, { ...price, advance_payment: 10_000 });
  const second = await takenIn({ order: first.id }, price);
  const balances = async (by: 'receptionist' | 'customer') =>
    (await shop.people[by].client.rpc('visit_orders', { p_order_id: second.id })).data?.map(
      ({ balance }) => balance,
    );
  expect(await balances('receptionist')).toEqual([80_000, 90_000]);
  await change(shop.people.admin, first.id, { status: 'cancelled', cancellation_reason: 'No era' });
  for (const by of ['receptionist', 'customer'] as const)
    expect(await balances(by)).toEqual([-10_000, 90_000]);
});

test('REC-07 the desk takes an order out of its visit; of two orders none is left in one', async () => {
  const first = await takenIn();
  const second = await takenIn({ order: first.id });
  const leave = (by: Person) => by.client.rpc('leave_visit', { p_order_id: second.id });
  for (const actor of ['technician', 'customer'] as const)
    expect((await leave(shop.people[actor])).error?.code).toBe('42501');
  expect(await visitOf(first.id)).toHaveLength(2);
  for (let times = 0; times < 2; times += 1) expect((await leave(shop.people.receptionist)).error).toBeNull();
  expect([await visitOf(first.id), await visitOf(second.id)]).toEqual([[], []]);
});
