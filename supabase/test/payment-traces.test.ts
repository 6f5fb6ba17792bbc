/** Payments after the deletion of an order, a person or an account (PAY-06). */
import { randomUUID } from 'node:crypto';
import { importRow } from '@taller/shared/testing/sample-order.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import {
  brokenLedgers,
  correctPayment,
  giveBack,
  ledgerOf,
  paymentsOf,
  takePayment,
} from './support/payments.ts';
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
  expect(await correctPayment(admin, payment?.id ?? '')).toMatchObject({
    code: 'P0002',
    message:
      'Las órdenes de este pago se eliminaron: ya no se corrige. Registra el pago en la orden que corresponde.',
  });
});

test('PAY-06 a payment over several orders keeps its words until the last of them is deleted', async () => {
  const [one, two] = [await open(), await open()];
  await takePayment(receptionist, { [one.id]: 10_000, [two.id]: 5000 }, words);
  await remove(one.id);
  expect(await paymentsOf(admin, two.id)).toMatchObject([{ reference: 'Ana Rojas', note: 'La hermana' }]);
  await remove(two.id);
  expect(await paymentsOf(admin, two.id)).toMatchObject([{ reference: '', note: '' }]);
});

test('PAY-12 a payment over several orders is corrected whole after one of them was deleted, in the ledger of that too', async () => {
  const [one, two] = [await open(), await open()];
  await takePayment(receptionist, { [one.id]: 10_000, [two.id]: 5000 });
  await remove(one.id);
  const [payment] = await paymentsOf(admin, two.id);
  expect(await correctPayment(receptionist, payment?.id ?? '')).toBeNull();
  expect(await ledgerOf(shop, two.id)).toEqual(['cash 5000', 'cash -5000']);
  expect(await ledgerOf(shop, one.id)).toEqual(['cash 10000', 'cash -10000']);
  expect(await storedOrder(shop, two.id)).toMatchObject({ advance_payment: '0' });
});

test('PAY-12 what went back of the deleted order is not taken back again', async () => {
  const [one, two] = [await open(), await open()];
  await takePayment(receptionist, { [one.id]: 10_000, [two.id]: 5000 });
  await giveBack(receptionist, one.id, 1000);
  await remove(one.id);
  const [payment] = await paymentsOf(admin, two.id);
  expect((await correctPayment(admin, payment?.id ?? ''))?.message).toContain(
    'corrige primero la devolución',
  );
  expect(await storedOrder(shop, two.id)).toMatchObject({ advance_payment: '5000' });
});

test('PAY-06 an account of the staff that only received a payment can be deleted, and its name stays with it', async () => {
  const cashier = await shop.addPerson('receptionist');
  const { id } = await open();
  expect(await takePayment(cashier, { [id]: 10_000 })).toBeNull();
  expect((await admin.client.from('profiles').delete().eq('id', cashier.id)).error).toBeNull();
  expect(await paymentsOf(admin, id)).toMatchObject([{ amount: 10_000, created_by: cashier.fullName }]);
});

test('PAY-02 an import does not give a new order the ledger of one that was deleted', async () => {
  const { id } = await open();
  await takePayment(receptionist, { [id]: 10_000 });
  await remove(id);
  const { data: batch } = await admin.client.rpc('begin_import', {
    p_file_name: 'antiguo.csv',
    p_file_hash: randomUUID(),
    p_row_count: 1,
  });
  const { error } = await admin.client.rpc('import_orders', {
    p_batch_id: batch?.id ?? '',
    p_rows: [{ ...importRow({ row: 7, order_number: 70_001 }), id }] as never,
  });
  expect(error).toMatchObject({
    code: '23514',
    message: expect.stringMatching(/^La fila 7 no se puede importar: La orden tenía pagos/) as string,
  });
});
