/** An appointment becomes one order at the counter (BOOK-10). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { orderOf } from './support/orders.ts';
import { openShop, type Actor, type Shop } from './support/shop.ts';
import { bookFirst, resetBookings } from './support/bookings.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(() => resetBookings(shop));

const booked = async () => {
  const { secret } = await bookFirst(shop.anon);
  const [row] = await shop.sql`select id from public.appointments`;
  return { secret, id: String(row?.id) };
};
const takeIn = (actor: Actor, appointment: string, id = randomUUID()) =>
  shop
    .clientOf(actor)
    .from('service_orders')
    .insert({ ...orderOf(shop.people.other), id, appointment_id: appointment })
    .select('id, order_number, appointment_id')
    .single();
const numberOf = async (id: string) =>
  (await shop.sql`select order_number from public.appointments where id = ${id}`)[0]?.order_number as
    | number
    | null;

test('BOOK-10 an order names its appointment, which has the order’s number, and the link ends', async () => {
  const { id, secret } = await booked();
  const { data } = await takeIn('receptionist', id);
  expect(data?.appointment_id).toBe(id);
  expect(await numberOf(id)).toBe(data?.order_number);
  expect((await shop.anon.rpc('get_booking', { p_secret: secret })).data).toMatchObject({
    state: 'received',
  });
  expect((await shop.anon.rpc('cancel_booking', { p_secret: secret })).data).toMatchObject({
    outcome: 'received',
  });
});

test('BOOK-10 a second order of the appointment is refused with the first one’s number, the same again is not', async () => {
  const { id } = await booked();
  const order = randomUUID();
  const first = await takeIn('receptionist', id, order);
  expect((await takeIn('receptionist', id, order)).error?.code).toBe('23505');
  const { error } = await takeIn('admin', id);
  expect(error).toMatchObject({
    code: '23514',
    message: expect.stringMatching(/^Para esta cita ya se creó la orden 0/),
  });
  // The appointment is free for another order once this one is deleted.
  await shop.people.admin.client
    .from('service_orders')
    .delete()
    .eq('id', first.data?.id ?? '');
  expect(await numberOf(id)).toBeNull();
  expect((await takeIn('admin', id)).error).toBeNull();
});

test('BOOK-10 two desks at once create one order', async () => {
  const { id } = await booked();
  const made = await Promise.all([takeIn('receptionist', id), takeIn('admin', id)]);
  expect(made.filter(({ error }) => error === null)).toHaveLength(1);
});

test.each(['anon', 'customer', 'technician'] as const)(
  'BOOK-10 %s takes no order in for an appointment',
  async (actor) => {
    const { id } = await booked();
    expect((await takeIn(actor, id)).error?.code).toBe('42501');
    expect(await numberOf(id)).toBeNull();
  },
);

test('BOOK-10 an appointment that is gone is said, and nobody writes its order by hand', async () => {
  expect((await takeIn('receptionist', randomUUID())).error).toMatchObject({
    code: '23514',
    message: 'La cita ya no existe. Crea la orden sin ella.',
  });
  const { id } = await booked();
  const { client } = shop.people.admin;
  const forged = await client
    .from('appointments')
    .update({ order_number: 1 } as never)
    .eq('id', id);
  expect(forged.error?.code).toBe('42501');
});
