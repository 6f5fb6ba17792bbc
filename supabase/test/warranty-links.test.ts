/** The orders that a return may be linked to, now and after any edit (WARR-07), also of two people at once. */
import { waitingSessions } from '@taller/server/testing/waiting-sessions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { deliveredOrder, takeIn, takeInReturn } from './support/returns.ts';
import { newRut, openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let desk: Person;
beforeAll(async () => {
  shop = await openShop();
  desk = shop.people.receptionist;
});
afterAll(() => shop[Symbol.asyncDispose]());

const padded = (number: number) => String(number).padStart(6, '0');
const OTHERS = /es de otra persona: no coinciden ni el RUT ni el teléfono\.$/;
const APART = /no tendrían en común ni el RUT ni un teléfono: anota en una el teléfono de la otra/;
const refusal = async (number: number, columns: Record<string, string> = {}) =>
  (await takeIn(shop, desk, { warranty_of: number, ...columns })).error;
const stranger = () => ({ customer_rut: newRut(), customer_phone: '+56 9 8888 0001' });

test('WARR-07 the order must exist, be the customer’s, delivered before, with a warranty that runs', async () => {
  expect(await refusal(987_654)).toMatchObject({ code: '23514', message: 'No existe la orden 987654.' });
  const own = await deliveredOrder(shop, { ago: 10, days: 30 });
  expect((await refusal(own.order_number, stranger()))?.message).toMatch(OTHERS);
  for (const columns of [
    { status: 'completed', warranty_days: null },
    { status: 'delivered', warranty_days: 0 },
  ]) {
    const { order_number: number } = await makeOrder(shop, columns);
    expect(await refusal(number)).toMatchObject({
      message: `La orden ${padded(number)} no tiene garantía: no está entregada, o se entregó sin ella.`,
    });
  }
  const past = await deliveredOrder(shop, { ago: 31, days: 30 });
  expect((await refusal(past.order_number))?.message).toMatch(
    new RegExp(
      `^La garantía de la orden ${padded(past.order_number)} terminó el [0-9]{2}-[0-9]{2}-20[0-9]{2}\\.$`,
    ),
  );
  const last = await deliveredOrder(shop, { ago: 30, days: 30 });
  expect(await refusal(last.order_number)).toBeNull();
  const later = await deliveredOrder(shop, { ago: 1, days: 30 });
  const before = await makeOrder(shop);
  await shop.sql`update public.service_orders set created_at = now() - interval '9 days' where id = ${before.id}`;
  expect((await change(desk, before.id, { warranty_of: later.order_number })).error?.message).toMatch(
    /se entregó después de que entró este equipo\.$/,
  );
});

test('WARR-07 an order is no return of itself', async () => {
  const { id, order_number: number } = await deliveredOrder(shop, { ago: 10, days: 30 });
  expect((await change(desk, id, { warranty_of: number, warranty_outcome: 'covered' })).error?.message).toBe(
    `No existe la orden ${padded(number)}.`,
  );
});

test('WARR-07 the same person is the same RUT or one of the phones; those of repeated digits are nobody’s', async () => {
  const own = await deliveredOrder(shop, { ago: 10, days: 30, second_phone: '+56 9 7777 0001' });
  const { rut } = shop.people.customer;
  expect(await refusal(own.order_number, { ...stranger(), customer_rut: rut })).toBeNull();
  for (const phone of ['customer_phone', 'second_phone'])
    expect(await refusal(own.order_number, { ...stranger(), [phone]: '977770001' }), phone).toBeNull();
  const nobody = { customer_rut: '11111111-1' };
  const shared = await deliveredOrder(shop, { ago: 10, days: 30, ...nobody, customer_phone: '22 222 2222' });
  expect((await refusal(shared.order_number, { ...stranger(), ...nobody }))?.message).toMatch(OTHERS);
  for (const [stored, typed] of [
    ['99999999', '999999999'],
    ['+56 9 0000 0000', '00000000'],
  ] as const) {
    const none = await deliveredOrder(shop, {
      ago: 10,
      days: 30,
      customer_rut: newRut(),
      customer_phone: stored,
    });
    expect((await refusal(none.order_number, { ...stranger(), customer_phone: typed }))?.message).toMatch(
      OTHERS,
    );
  }
});

test('WARR-07 no edit makes a return another customer’s, on either side, and corrections of both are possible', async () => {
  const original = await deliveredOrder(shop, { ago: 10, days: 30 });
  const { id } = await takeInReturn(shop, original.order_number);
  for (const order of [id, original.id]) {
    expect((await change(desk, order, stranger())).error?.message).toMatch(APART);
    expect((await storedOrder(shop, order)).customer_rut).toBe(shop.people.customer.rut);
  }
  const customer_rut = newRut();
  for (const order of [id, original.id])
    expect((await change(desk, order, { customer_rut })).error).toBeNull();
  for (const order of [id, original.id])
    expect((await change(desk, order, { customer_phone: '+56 9 8888 0002' })).error).toBeNull();
});

test('WARR-07 an original keeps its warranty while it has returns', async () => {
  const original = await deliveredOrder(shop, { ago: 10, days: 30 });
  const came = await takeInReturn(shop, original.order_number);
  expect((await change(desk, original.id, { status: 'in_progress' })).error?.message).toBe(
    `La orden tiene una reparación en garantía, la ${padded(came.order_number)}: sigue el trabajo en esa.`,
  );
  expect((await change(desk, original.id, { notes: 'Hola' })).error).toBeNull();
  await change(desk, came.id, { warranty_of: null });
  expect((await change(desk, original.id, { status: 'in_progress' })).error).toBeNull();
});

test('WARR-07 of a link and an original that is opened again at the same moment, one is refused', async () => {
  const original = await deliveredOrder(shop, { ago: 10, days: 30 });
  const work = await shop.sql.reserve();
  await work`begin`;
  await work`update public.service_orders set status = 'in_progress' where id = ${original.id}`;
  const link = refusal(original.order_number);
  await expect.poll(() => waitingSessions(shop.sql)).toHaveLength(1);
  await work`commit`;
  work.release();
  expect((await link)?.message).toMatch(/no tiene garantía/);
});

test('WARR-02 a deleted original leaves an ordinary order, whose timeline has the number', async () => {
  const original = await deliveredOrder(shop, { ago: 10, days: 30 });
  const { id } = await takeInReturn(shop, original.order_number);
  await shop.people.admin.client.from('service_orders').delete().eq('id', original.id);
  expect(await storedOrder(shop, id)).toMatchObject({ warranty_of: null, warranty_repair: false });
  const [event] = await shop.sql`select changes from public.order_events
    where order_id = ${id} order by id desc limit 1`;
  expect(event?.changes).toMatchObject({ warranty_of: [original.order_number, null] });
});

test('WARR-02 an import brings no link, and an anonymised return keeps link and outcome without the reason', async () => {
  const original = await deliveredOrder(shop, { ago: 10, days: 30 });
  const { id } = await takeInReturn(shop, original.order_number);
  await change(desk, id, {
    status: 'delivered',
    warranty_days: 0,
    warranty_outcome: 'not_covered',
    warranty_reason: 'Ana lo mojó',
  });
  await shop.sql`select private.anonymize_orders(array[${id}, ${original.id}]::uuid[])`;
  expect(await storedOrder(shop, id)).toMatchObject({
    warranty_of: original.order_number,
    warranty_outcome: 'not_covered',
    warranty_reason: 'Sin detalle',
  });
  const [row] = await shop.sql`select private.import_columns() as columns`;
  expect(row?.columns).not.toContain('warranty_of');
});
