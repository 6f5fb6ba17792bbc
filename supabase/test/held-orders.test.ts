/** Orders that wait in the desk's list: their view, its count, the filter by reason, and their row (TIME-06). */
import { ORDER_COLUMNS } from '@taller/shared/orders/order-queries.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';
import { dayFromToday, endWait, openWaitOf, seen, setWait, waitsOf } from './support/waits.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const VIEWS = ['to_quote', 'waiting', 'to_repair', 'on_hold'] as const;

type Args = Partial<Record<'p_view' | 'p_search' | 'p_field' | 'p_sort' | 'p_wait_reason', string>>;
const rows = async (args: Args) => {
  const { data, error } = await shop.people.technician.client.rpc('search_orders', args);
  if (error) throw error;
  return data;
};
const ids = async (args: Args) => (await rows(args)).map(({ id }) => id);
const viewsOf = async (id: string) => {
  const found = await Promise.all(VIEWS.map(async (view) => (await ids({ p_view: view })).includes(id)));
  return VIEWS.filter((_view, at) => found[at]);
};
const counts = async () => {
  const { data } = await shop.people.technician.client.rpc('count_order_views');
  return Object.fromEntries((data ?? []).map(({ view, total }) => [view, total]));
};

test('TIME-06 an order that waits is in the view of waits and in no other step, until the wait ends', async () => {
  const { technician } = shop.people;
  for (const [columns, view] of [
    [{ status: 'pending', quote: 0, total_amount: 0 }, 'to_quote'],
    [{ status: 'quoted', quote: 20_000, total_amount: 20_000 }, 'waiting'],
    [{ status: 'in_progress', quote: 20_000, total_amount: 20_000 }, 'to_repair'],
  ] as const) {
    const { id } = await makeOrder(shop, columns);
    const before = await counts();
    expect(await viewsOf(id)).toEqual([view]);
    await setWait(technician, id);
    expect(await viewsOf(id)).toEqual(['on_hold']);
    expect(await counts()).toEqual({
      ...before,
      [view]: Number(before[view]) - 1,
      on_hold: Number(before.on_hold) + 1,
    });
    await endWait(technician, (await openWaitOf(shop, id)).id);
    expect(await viewsOf(id)).toEqual([view]);
    expect(await counts()).toEqual(before);
  }
});

test('TIME-06 the list, its search, its export and an own view are filtered by what orders wait for', async () => {
  const { technician } = shop.people;
  const [part, lab] = [await makeOrder(shop), await makeOrder(shop)];
  await setWait(technician, part.id);
  await setWait(technician, lab.id, { p_reason: 'lab' });
  const number = String(lab.order_number).padStart(6, '0');
  for (const args of [
    {},
    { p_view: 'on_hold' },
    { p_search: number },
    { p_search: shop.people.customer.fullName, p_field: 'customer_name' },
    { p_sort: 'price' },
  ] as const)
    expect(await ids({ ...args, p_wait_reason: 'lab' }), JSON.stringify(args)).toEqual([lab.id]);
  expect(await ids({ p_wait_reason: "' or true --" })).toEqual([]);
  const { data: exported } = await technician.client.rpc('export_orders', { p_wait_reason: 'lab' });
  expect(exported?.map(({ id }) => id)).toEqual([lab.id]);
  await technician.client.from('saved_views').insert({ name: 'En el laboratorio', wait_reason: 'lab' });
  const { data: own } = await technician.client.rpc('count_saved_views');
  expect(own).toMatchObject([{ total: 1 }]);
});

test('TIME-06 the row of an order has its open wait and no ended one', async () => {
  const { technician } = shop.people;
  const { id, order_number: number } = await makeOrder(shop);
  const row = async () => (await rows({ p_search: String(number).padStart(6, '0') }))[0]?.wait;
  expect(await row()).toBeNull();
  const day = dayFromToday(7);
  await setWait(technician, id, { p_expected_on: day });
  const { id: wait } = await openWaitOf(shop, id);
  expect(await row()).toEqual({ id: wait, reason: 'part', label: 'Repuesto', expected_on: day });
  await endWait(technician, wait);
  expect(await row()).toBeNull();
});

test('TIME-09 an order is read and saved with all of its waits, as a list', async () => {
  const { technician } = shop.people;
  const { id } = await makeOrder(shop);
  const read = async () => {
    const found = technician.client.from('service_orders').select(ORDER_COLUMNS).eq('id', id);
    const { data, error } = await found.single();
    if (error) throw new Error(error.message);
    return data.waits;
  };
  expect(await read()).toEqual([]);
  await setWait(technician, id);
  expect(await read()).toMatchObject([{ reason: 'part', ended_at: null }]);
  await setWait(technician, id, { p_reason: 'lab', ...seen(await openWaitOf(shop, id)) });
  expect(await read()).toHaveLength(2);
  const saved = technician.client.from('service_orders').update({ notes: 'Hola' }).eq('id', id);
  expect((await saved.select(ORDER_COLUMNS).single()).data?.waits).toHaveLength(2);
});

test('TIME-06 an order whose waits are over stays out of the view when its customer is anonymised', async () => {
  const { technician, receptionist } = shop.people;
  const { id } = await makeOrder(shop);
  await setWait(technician, id, { p_note: 'Llamar a Ana' });
  await setWait(technician, id, { p_reason: 'lab', ...seen(await openWaitOf(shop, id)) });
  await endWait(technician, (await openWaitOf(shop, id)).id);
  await change(receptionist, id, { status: 'delivered', warranty_days: 30 });
  const before = await counts();
  await shop.sql`select private.anonymize_orders(array[${id}]::uuid[])`;
  expect(await counts()).toEqual(before);
  expect(await viewsOf(id)).toEqual([]);
  expect(await waitsOf(shop, id)).toMatchObject([{ note: '' }, { note: '' }]);
});

test('TIME-06 a wait that begins or ends leaves the order’s version as it is, for forms that are open', async () => {
  const { technician } = shop.people;
  const { id } = await makeOrder(shop);
  const before = await storedOrder(shop, id);
  await setWait(technician, id);
  expect(await storedOrder(shop, id)).toEqual({ ...before, on_hold: true });
  await endWait(technician, (await openWaitOf(shop, id)).id);
  expect(await storedOrder(shop, id)).toEqual(before);
  // Nobody else writes it.
  expect((await change(technician, id, { on_hold: true })).error?.code).toBe('42501');
  // Rules hold for a statement that changes more than that.
  await shop.sql`update public.service_orders set on_hold = true, customer_name = '  Ana  ' where id = ${id}`;
  expect(await storedOrder(shop, id)).toMatchObject({ customer_name: 'Ana' });
  await shop.sql`update public.service_orders set on_hold = false where id = ${id}`;
});
