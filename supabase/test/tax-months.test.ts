/** The accountant’s month (TAX-06, TAX-17): sums by kind, the documents, and which payments have none. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { correctPayment, giveBack, takePayment } from './support/payments.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';
import { addDocument, annulDocument, documentsOf, paymentAt } from './support/tax-documents.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ forgetful: true });
});
afterAll(() => shop[Symbol.asyncDispose]());

const MARCH = '2026-03-15';
const month = async (p_month: string) =>
  (await shop.people.admin.client.rpc('tax_month', { p_month })).data as Record<string, unknown>;

/** An order with one payment. */
async function paid(amount: number) {
  const { admin } = shop.people;
  const order = await makeOrder(shop, { quote: 90_000, total_amount: 90_000 });
  await takePayment(admin, { [order.id]: amount });
  return { ...order, payment: await paymentAt(admin, order.id, 0) };
}

test('TAX-06 a month sums its documents by kind, subtracts notas de crédito, and leaves out what does not count', async () => {
  const { admin } = shop.people;
  const add = async (amount: number, document: object) => {
    const order = await paid(amount);
    expect(await addDocument(admin, order.payment, { issued_on: MARCH, ...document })).toBeNull();
    return order;
  };
  await add(11_900, { kind: 'boleta', folio: 12 });
  await add(1190, { kind: 'boleta', folio: 15 });
  const factura = await add(23_800, {
    kind: 'factura',
    folio: 3,
    rut: '76123456-0',
    business_name: 'Sur SpA',
    activity: 'Comercio',
  });
  await add(5000, { kind: 'boleta', folio: 16, issued_on: '2026-02-28' });
  await add(5000, { kind: 'boleta', folio: 17, issued_on: '2026-04-01' });
  const wrong = await add(5000, { kind: 'boleta', folio: 99 });
  const [annulled] = await documentsOf(admin, wrong.id);
  await annulDocument(admin, annulled?.documents[0]?.id ?? '');
  await giveBack(admin, factura.id, 11_900);
  const [documented] = await documentsOf(admin, factura.id);
  const cancels = documented?.documents[0]?.id ?? '';
  const credit = { kind: 'nota_credito', folio: 1, cancels, issued_on: '2026-03-31' };
  expect(await addDocument(admin, await paymentAt(admin, factura.id, 1), credit)).toBeNull();
  expect(await month(MARCH)).toMatchObject({
    kinds: [
      { kind: 'boleta', count: 2, first: 12, last: 15, net: 11_000, tax: 2090, total: 13_090 },
      { kind: 'factura', count: 1, net: 20_000, tax: 3800, total: 23_800 },
      { kind: 'nota_credito', count: 1, net: 10_000, tax: 1900, total: 11_900 },
    ],
    count: 4,
    net: 21_000,
    tax: 3990,
    total: 24_990,
  });
  const { data } = await admin.client.rpc('list_tax_documents', { p_month: MARCH });
  expect(data?.map(({ kind, folio, state, cancels: of }) => [kind, folio, state, of])).toEqual([
    ['boleta', 12, 'recorded', null],
    ['boleta', 15, 'recorded', null],
    ['boleta', 99, 'annulled', null],
    ['factura', 3, 'recorded', null],
    ['nota_credito', 1, 'recorded', 'factura N° 3'],
  ]);
  expect(data?.at(3)).toMatchObject({ rut: '76123456-0', orders: [factura.order_number] });
  expect((await admin.client.rpc('list_tax_documents', { p_month: MARCH, p_page: 2 })).data).toEqual([]);
});

test('TAX-06 it names the payments of the month that have no document, and the refunds without nota de crédito', async () => {
  const { admin } = shop.people;
  await shop.sql`truncate private.payments cascade`;
  await shop.sql`delete from public.service_orders where true`;
  const [none, some, whole, wrong] = [await paid(1000), await paid(2000), await paid(3000), await paid(4000)];
  await addDocument(admin, some.payment, { kind: 'boleta', folio: 200, total: 500 });
  await addDocument(admin, whole.payment, { kind: 'boleta', folio: 201 });
  await giveBack(admin, whole.id, 700);
  await correctPayment(admin, wrong.payment);
  const today = new Date().toISOString().slice(0, 10);
  const read = async (p_month: string) =>
    (await admin.client.rpc('list_undocumented_payments', { p_month })).data?.map(({ missing, orders }) => [
      missing,
      orders,
    ]);
  // The payments' month is the shop's: days before or after are not this test's.
  await shop.sql`update private.payments set created_at = ${`${today.slice(0, 7)}-15`} where true`;
  const found = await read(today);
  expect(found).toHaveLength(3);
  expect(found).toEqual(
    expect.arrayContaining([
      [1000, [none.order_number]],
      [1500, [some.order_number]],
      [-700, [whole.order_number]],
    ]),
  );
  expect(await month(today)).toMatchObject({
    undocumented: { count: 2, amount: 2500 },
    uncredited: { count: 1, amount: 700 },
  });
  expect(await read('2020-01-01')).toEqual([]);
});

test('TAX-06 only admins read it', async () => {
  for (const by of [shop.people.receptionist, shop.people.technician, shop.people.customer])
    for (const name of ['tax_month', 'list_tax_documents', 'list_undocumented_payments'] as const)
      expect((await by.client.rpc(name, { p_month: MARCH })).error?.code).toBe('42501');
});

test('TAX-17 a month that no calendar has is refused in words, after the right to ask', async () => {
  const { id } = await makeOrder(shop, {});
  const { admin, technician } = shop.people;
  for (const p_month of [null, '5874897-12-31', '1999-12-31', 'infinity'])
    for (const [name, args] of Object.entries({
      tax_month: {},
      list_tax_documents: {},
      list_undocumented_payments: {},
      customer_statement: { p_id: id },
    })) {
      const ask = async ({ client }: Pick<Person, 'client'>) =>
        (await client.rpc(name as never, { ...args, p_month } as never)).error;
      expect((await ask(admin))?.message).toBe('Elige un mes entre los años 2000 y 2099.');
      expect((await ask(technician))?.code).toBe('42501');
    }
});
