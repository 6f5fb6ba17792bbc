/** Days of warranty of a delivery that names none (CFG-64, ORD-10). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { deliveredOrder, takeInReturn } from './support/returns.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const setDays = (type: string, days: number | null) =>
  shop.sql`update public.setting_sections
    set value = jsonb_set(value, ${['warranty', type]}, ${JSON.stringify(days)}::text::jsonb) where section = 'desk'`;

const deliver = async (id: string, columns: Record<string, unknown> = {}) =>
  change(shop.people.receptionist, id, { status: 'delivered', ...columns });

test('CFG-64 ORD-10 a shop that has set no days still asks for them', async () => {
  const { id } = await makeOrder(shop, { status: 'completed', equipment_type: 'laptop' });
  const { error } = await deliver(id);
  expect(error?.message).toBe('Por favor, ingrese un número válido de días de garantía.');
  expect(await storedOrder(shop, id)).toMatchObject({ status: 'completed', warranty_days: null });
});

test('CFG-64 a delivery that names no days gets those of its kind of device, and keeps them when the shop sets others', async () => {
  await setDays('laptop', 180);
  const { id } = await makeOrder(shop, { status: 'completed', equipment_type: 'laptop' });
  expect((await deliver(id)).data).toMatchObject({ status: 'delivered', warranty_days: 180 });
  await setDays('laptop', 15);
  await change(shop.people.receptionist, id, { notes: 'Se llamó' });
  expect(await storedOrder(shop, id)).toMatchObject({ warranty_days: 180 });
  await change(shop.people.admin, id, { status: 'completed' });
  expect((await deliver(id)).data).toMatchObject({ warranty_days: 180 });
});

test('CFG-64 the days that a delivery names count, zero as well; an order of the old kind has those of the others', async () => {
  await setDays('smartphone', 60);
  await setDays('others', 30);
  for (const days of [0, 7]) {
    const { id } = await makeOrder(shop, { status: 'completed', equipment_type: 'smartphone' });
    expect((await deliver(id, { warranty_days: days })).data).toMatchObject({ warranty_days: days });
  }
  const { id } = await makeOrder(shop, { status: 'completed', equipment_type: 'other' });
  expect((await deliver(id)).data).toMatchObject({ warranty_days: 30 });
});

test('WARR-05 what a warranty does not cover has the shop’s days if it is charged, and none without a price', async () => {
  await setDays('smartphone', 60);
  const { order_number: number } = await deliveredOrder(shop, { ago: 10, days: 30 });
  const delivered = async (columns: Record<string, unknown>) => {
    const { id } = await takeInReturn(shop, number);
    const { error, data } = await deliver(id, {
      warranty_outcome: 'not_covered',
      warranty_reason: 'Se mojó',
      ...columns,
    });
    return error?.message ?? data?.warranty_days;
  };
  expect(await delivered({})).toBe(0);
  expect(await delivered({ quote: 9000, total_amount: 9000 })).toBe(60);
  expect(await delivered({ warranty_days: 15 })).toBe(15);
});

test('CFG-64 a customer delivers nothing, and no change but a delivery sets days', async () => {
  await setDays('smartphone', 60);
  const { id } = await makeOrder(shop, { status: 'in_progress', equipment_type: 'smartphone' });
  await shop.people.customer.client.from('service_orders').update({ status: 'delivered' }).eq('id', id);
  await change(shop.people.technician, id, { status: 'completed' });
  expect(await storedOrder(shop, id)).toMatchObject({ status: 'completed', warranty_days: null });
});
