/** A refund that was recorded by mistake is corrected whatever the order is by then (PAY-03). */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { brokenLedgers, correctPayment, giveBack, paymentsOf, takePayment } from './support/payments.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let receptionist: Person;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ receptionist, admin } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());
afterEach(async () => expect(await brokenLedgers(shop)).toEqual([]));

/** A delivered order of which the balance went back by mistake. */
async function mistaken(columns = {}) {
  const { id } = await makeOrder(shop, {
    quote: 30_000,
    total_amount: 30_000,
    status: 'delivered',
    warranty_days: 0,
    final_payment: 30_000,
    ...columns,
  });
  expect(await giveBack(receptionist, id, 30_000)).toBeNull();
  return id;
}
const correctRefund = async (id: string) => {
  const refund = (await paymentsOf(admin, id)).find(({ amount }) => amount < 0);
  expect(await correctPayment(receptionist, refund?.id ?? '')).toBeNull();
};
const received = async (id: string) => {
  const { advance_payment, final_payment } = await storedOrder(shop, id);
  return [Number(advance_payment), Number(final_payment)];
};

test.each([
  ['was taken back', { status: 'in_progress' }],
  ['costs less', { quote: 20_000 }],
])('PAY-03 a mistaken refund of a delivered order that %s is corrected', async (_, columns) => {
  const id = await mistaken();
  expect((await change(admin, id, columns)).error).toBeNull();
  await correctRefund(id);
  expect(await received(id)).toEqual([0, 30_000]);
});

test('PAY-03 a mistaken refund is corrected after the balance was received again, and shows what is too much', async () => {
  const id = await mistaken({ approved_at: new Date().toISOString() });
  expect(await takePayment(receptionist, { [id]: 30_000 })).toBeNull();
  await correctRefund(id);
  expect(await received(id)).toEqual([0, 60_000]);
  expect((await takePayment(receptionist, { [id]: 1 }))?.code).toBe('23514');
});

test('PAY-03 what a correction may is not what a plain write may after it', async () => {
  const id = await mistaken();
  await change(admin, id, { status: 'in_progress' });
  await correctRefund(id);
  expect((await change(receptionist, id, { final_payment: 30_001 })).error?.message).toBe(
    'El pago del saldo se registra al entregar la orden.',
  );
});
