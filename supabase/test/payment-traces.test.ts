/** What payments keep when an order, a person or an account goes (PAY-06). */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { change, makeOrder } from './support/orders.ts';
import { brokenLedgers, correctPayment, paymentsOf, takePayment } from './support/payments.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let technician: Person;
let receptionist: Person;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ technician, receptionist, admin } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());
afterEach(async () => expect(await brokenLedgers(shop)).toEqual([]));

const open = () => makeOrder(shop, { quote: 30_000, total_amount: 30_000 });
const words = { p_reference: 'Ana Rojas', p_note: 'La hermana' };
const remove = (id: string) => admin.client.from('service_orders').delete().eq('id', id);

test('PAY-06 anonymising an order takes reference and note, and keeps the money', async () => {
  const { id } = await open();
  await takePayment(receptionist, { [id]: 30_000 }, words);
  await change(technician, id, { status: 'completed' });
  await change(receptionist, id, { status: 'delivered', warranty_days: 90 });
  await shop.sql`select private.anonymize_orders(array[${id}]::uuid[])`;
  expect(await paymentsOf(admin, id)).toMatchObject([
    { method: 'cash', amount: 30_000, reference: '', note: '' },
  ]);
  const events = await shop.sql`select changes from public.order_events where order_id = ${id}`;
  expect(JSON.stringify(events)).not.toContain('Ana Rojas');
});

test('PAY-06 a deleted order leaves its payments without their words, and they are not corrected any more', async () => {
  const { id } = await open();
  await takePayment(receptionist, { [id]: 10_000 }, words);
  expect((await remove(id)).error).toBeNull();
  const [payment] = await paymentsOf(admin, id);
  expect(payment).toMatchObject({ method: 'cash', amount: 10_000, reference: '', note: '' });
  expect((await correctPayment(admin, payment?.id ?? ''))?.code).toBe('P0002');
});

test('PAY-06 a payment over several orders keeps its words until the last of them is deleted', async () => {
  const [one, two] = [await open(), await open()];
  await takePayment(receptionist, { [one.id]: 10_000, [two.id]: 5000 }, words);
  await remove(one.id);
  expect(await paymentsOf(admin, two.id)).toMatchObject([{ reference: 'Ana Rojas', note: 'La hermana' }]);
  await remove(two.id);
  expect(await paymentsOf(admin, two.id)).toMatchObject([{ reference: '', note: '' }]);
});

test('PAY-06 an account of the staff that only received a payment can be deleted, and its name stays with it', async () => {
  const cashier = await shop.addPerson('receptionist');
  const { id } = await open();
  expect(await takePayment(cashier, { [id]: 10_000 })).toBeNull();
  expect((await admin.client.from('profiles').delete().eq('id', cashier.id)).error).toBeNull();
  expect(await paymentsOf(admin, id)).toMatchObject([{ amount: 10_000, created_by: cashier.fullName }]);
});
