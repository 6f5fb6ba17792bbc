/** The warranty of sold parts beside that of the work (WARR-11 to WARR-13). */
import { randomUUID } from 'node:crypto';
import { warrantyDaysWords } from '@taller/shared/orders/warranty.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { deliveredOrder, takeIn, takeInReturn } from './support/returns.ts';
import { newRut, openShop, type Shop } from './support/shop.ts';
import { dayFromToday } from './support/waits.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const setDays = async (work: number | null, parts: number | null) => {
  await shop.sql`update public.setting_sections set value = value || jsonb_build_object(
    'warranty', value -> 'warranty' || jsonb_build_object('tablet', ${work}::integer),
    'partsWarranty', value -> 'partsWarranty' || jsonb_build_object('tablet', ${parts}::integer))
    where section = 'desk'`;
};
const repaired = () => makeOrder(shop, { status: 'completed', equipment_type: 'tablet' });
const deliver = (
  id: string,
  columns: Record<string, unknown> = {},
  by: 'receptionist' | 'technician' = 'receptionist',
) => change(shop.people[by], id, { status: 'delivered', ...columns });
const warrantyOf = async (id: string) =>
  (await shop.people.receptionist.client.rpc('order_warranty', { p_order_id: id })).data as Record<
    string,
    unknown
  >;
const find = async (rut: string) =>
  (await shop.people.receptionist.client.rpc('find_warranties', { p_rut: rut })).data ?? [];

test('WARR-12 a delivery that names no days gets the shop’s for work and parts; what it names counts', async () => {
  await setDays(90, 184);
  expect((await deliver((await repaired()).id)).data).toMatchObject({
    warranty_days: 90,
    parts_warranty_days: 184,
  });
  const named = { warranty_days: 30, parts_warranty_days: 0 };
  expect((await deliver((await repaired()).id, named, 'technician')).data).toMatchObject(named);
  expect((await deliver((await repaired()).id, { warranty_days: 30 })).data).toMatchObject({
    warranty_days: 30,
    parts_warranty_days: null,
  });
  expect((await deliver((await repaired()).id, { parts_warranty_days: 10 })).data).toMatchObject({
    warranty_days: 90,
    parts_warranty_days: 10,
  });
  await setDays(null, 184);
  expect((await deliver((await repaired()).id)).error?.message).toMatch(/días de garantía/);
});

test('WARR-12 days are from 0 to 3650; after the delivery nobody changes them, and nobody brings them along', async () => {
  const { id } = await repaired();
  for (const days of [-1, 3651, 2_147_483_647])
    expect((await deliver(id, { warranty_days: 30, parts_warranty_days: days })).error).toMatchObject({
      code: '23514',
    });
  await deliver(id, { warranty_days: 30, parts_warranty_days: 3650 });
  const { technician, receptionist, customer } = shop.people;
  for (const person of [technician, receptionist])
    expect((await change(person, id, { parts_warranty_days: 1 })).error).toMatchObject({ code: '42501' });
  await customer.client.from('service_orders').update({ parts_warranty_days: 1 }).eq('id', id);
  expect(await storedOrder(shop, id)).toMatchObject({ parts_warranty_days: 3650 });
  expect((await takeIn(shop, receptionist, { parts_warranty_days: 60 })).error).toMatchObject({
    code: '42501',
  });
});

test('WARR-12 ‘Deshacer’ of a delivery takes both away again', async () => {
  await shop.sql`update public.setting_sections set value = value || '{"undoSeconds": 60}' where section = 'messages'`;
  const { id } = await repaired();
  const { data } = await deliver(id, { warranty_days: 30, parts_warranty_days: 184 });
  const { error } = await shop.people.receptionist.client.rpc('undo_status', {
    p_order_id: id,
    p_version: Number(data?.version),
  });
  expect(error).toBeNull();
  expect(await storedOrder(shop, id)).toMatchObject({
    status: 'completed',
    warranty_days: null,
    parts_warranty_days: null,
  });
});

test('WARR-12 a device that goes back unrepaired, and a return, give none on parts', async () => {
  await setDays(90, 184);
  const back = await deliver((await repaired()).id, {
    warranty_days: 0,
    parts_warranty_days: 9,
    unrepaired_reason: 'No',
  });
  expect(back.data).toMatchObject({ warranty_days: 0, parts_warranty_days: null });
  const original = await deliveredOrder(shop, { ago: 5, days: 30 });
  const { id } = await takeInReturn(shop, original.order_number);
  expect((await deliver(id, { warranty_outcome: 'covered' })).data).toMatchObject({
    warranty_days: 0,
    parts_warranty_days: null,
  });
});

test('WARR-13 a return is offered while the later of both runs, with both dates; also where only parts have days', async () => {
  const rut = newRut();
  const order = await deliveredOrder(shop, {
    ago: 40,
    days: 30,
    parts_warranty_days: 184,
    customer_rut: rut,
  });
  expect(await find(rut)).toMatchObject([
    { work_end: dayFromToday(-10), parts_end: dayFromToday(144), warranty_end: dayFromToday(144) },
  ]);
  expect(
    (await takeIn(shop, shop.people.receptionist, { customer_rut: rut, warranty_of: order.order_number }))
      .error,
  ).toBeNull();
  const other = newRut();
  await deliveredOrder(shop, { ago: 1, days: 0, parts_warranty_days: 10, customer_rut: other });
  expect(await find(other)).toMatchObject([{ work_end: null, parts_end: dayFromToday(9) }]);
  await deliveredOrder(shop, { ago: 1, days: 10, parts_warranty_days: 0, customer_rut: other });
  expect(await find(other)).toMatchObject([{ work_end: dayFromToday(9), parts_end: null }, {}]);
});

test('WARR-13 a stay moves the dates that run when it begins, and revives none that is over', async () => {
  const order = await deliveredOrder(shop, { ago: 60, days: 30, parts_warranty_days: 184 });
  const { id } = await takeInReturn(shop, order.order_number, 20);
  await deliver(id, { warranty_outcome: 'covered' });
  expect(await warrantyOf(order.id)).toMatchObject({
    work_end: dayFromToday(-30),
    parts_end: dayFromToday(144),
    stays: [{ begins: dayFromToday(-20), days: 20 }],
  });
});

test('WARR-13 an original keeps a warranty while one came back under it, be it of work or parts', async () => {
  const order = await deliveredOrder(shop, { ago: 5, days: 30, parts_warranty_days: 60 });
  await takeInReturn(shop, order.order_number);
  const correct = async (days: number, partsDays: number) => {
    const { version } = await storedOrder(shop, order.id);
    return shop.people.admin.client.rpc('correct_warranty', {
      p_request_id: randomUUID(),
      p_order_id: order.id,
      p_version: Number(version),
      p_days: days,
      p_parts_days: partsDays,
      p_reason: 'Se equivocó',
    });
  };
  expect((await correct(0, 60)).error).toBeNull();
  expect((await correct(0, 0)).error?.message).toMatch(/tiene una reparación en garantía/);
});

test('WARR-11 a message has the words of screens and sheets', async () => {
  for (const days of [null, 0, 1, 30])
    for (const partsDays of [null, 0, 1, 30, 184]) {
      const [row] =
        await shop.sql`select private.warranty_words(${days}::integer, ${partsDays}::integer) as words`;
      const words = warrantyDaysWords({ warranty_days: days, parts_warranty_days: partsDays });
      expect(row?.['words'], `${days} ${partsDays}`).toBe(words ? `Garantía de ${words}` : 'Sin garantía');
    }
});

test('WARR-11 the message of a return says until when each warranty of the original goes on', async () => {
  const order = await deliveredOrder(shop, { ago: 60, days: 30, parts_warranty_days: 184 });
  const { id } = await takeInReturn(shop, order.order_number);
  await deliver(id, { warranty_outcome: 'covered' });
  const [message] =
    await shop.sql`select params from public.whatsapp_messages where order_id = ${id} and event = 'delivered'`;
  expect(message?.['params']).toContainEqual(
    expect.stringMatching(/, que sigue hasta el \d\d-\d\d-\d{4} por los repuestos$/),
  );
});
