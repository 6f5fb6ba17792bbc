/** Receipts by link (PAY-13): read by whoever has the link, and by nobody else. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder } from './support/orders.ts';
import { correctPayment, paymentsOf, takePayment } from './support/payments.ts';
import { openShop, type Shop } from './support/shop.ts';
import { paymentAt } from './support/tax-documents.ts';

let shop: Shop;
const site = mkdtempSync(join(tmpdir(), 'taller-receipts-'));
beforeAll(async () => {
  for (const file of ['index.html', '200.html']) writeFileSync(join(site, file), '<p>aplicación</p>');
  shop = await openShop({ siteDir: site });
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  rmSync(site, { recursive: true, force: true });
});

const open = () => makeOrder(shop, { quote: 30_000, total_amount: 30_000 });
const linkOf = async (order: string, payment: string, by = shop.people.receptionist) =>
  String((await paymentsOf(by, order)).find(({ id }) => id === payment)?.receipt);
const read = async (link: string) => (await shop.anon.rpc('get_receipt', { p_link: link })).data;

test('PAY-13 a stranger with the link reads payment, documents and balance, and no name', async () => {
  const { admin, receptionist, customer } = shop.people;
  const order = await open();
  const words = { p_method: 'debit', p_reference: 'V-88', p_document: { kind: 'boleta', folio: 4521 } };
  await takePayment(receptionist, { [order.id]: 11_900 }, words);
  const link = await linkOf(order.id, await paymentAt(admin, order.id, 0));
  const found = await read(link);
  expect(found).toMatchObject([
    {
      order_number: order.order_number,
      total_amount: 30_000,
      advance_payment: 11_900,
      method: 'debit',
      amount: 11_900,
      corrected: false,
      documents: [{ kind: 'boleta', folio: 4521, net: 10_000, tax: 1900, total: 11_900 }],
    },
  ]);
  for (const secret of [customer.fullName, customer.rut, receptionist.fullName, 'V-88', order.id])
    expect(JSON.stringify(found)).not.toContain(secret);
  expect(await read(link.toUpperCase())).toHaveLength(1);
  await correctPayment(admin, await paymentAt(admin, order.id, 0));
  expect(await read(link)).toMatchObject([{ corrected: true, advance_payment: 0 }]);
});

test('PAY-13 another payment, a changed link, a link of the quote and the bare id read nothing', async () => {
  const { admin } = shop.people;
  const [one, two] = [await open(), await open()];
  for (const { id } of [one, two]) await takePayment(admin, { [id]: 1000 });
  const link = await linkOf(one.id, await paymentAt(admin, one.id, 0));
  const quote = (await admin.client.rpc('get_quote_link', { p_order_id: one.id })).data;
  const [other] =
    await shop.sql`select private.receipt_link(${one.id}, ${await paymentAt(admin, two.id, 0)}) as link`;
  const foreign = String(other?.link);
  for (const wrong of [
    one.id,
    String(quote),
    foreign,
    two.id + link.slice(36),
    `${link.slice(0, -1)}${link.endsWith('0') ? '1' : '0'}`,
    'x',
    '',
  ])
    expect(await read(wrong)).toEqual([]);
  expect(await read(link)).toHaveLength(1);
});

test('PAY-13 a receipt of a payment over several orders tells nothing of the others', async () => {
  const { admin } = shop.people;
  const [one, two] = [await open(), await open()];
  const document = { kind: 'boleta', folio: 4600 };
  await takePayment(admin, { [one.id]: 10_000, [two.id]: 20_000 }, { p_document: document });
  const found = await read(await linkOf(one.id, await paymentAt(admin, one.id, 0)));
  expect(found).toMatchObject([{ amount: 10_000, documents: [{ kind: 'boleta', folio: 4600 }] }]);
  expect(JSON.stringify(found)).not.toMatch(/20000|30000(?!,"advance)|net/);
});

test('TAX-13 customers read the documents of their own payments and the link of the receipt, others nothing', async () => {
  const { admin, receptionist, customer, other } = shop.people;
  const [own, foreign] = [
    await makeOrder(shop, { quote: 30_000, total_amount: 30_000, customer_rut: customer.rut }),
    await makeOrder(shop, { quote: 30_000, total_amount: 30_000, customer_rut: other.rut }),
  ];
  const boleta = { kind: 'boleta', folio: 4800 };
  await takePayment(receptionist, { [own.id]: 11_900 }, { p_document: boleta });
  await takePayment(
    receptionist,
    { [own.id]: 5000, [foreign.id]: 5000 },
    { p_document: { kind: 'boleta', folio: 4801 } },
  );
  const rows = await paymentsOf(customer, own.id);
  const issued_on = expect.any(String);
  expect(rows).toMatchObject([
    { receipt: await linkOf(own.id, rows[0]?.id ?? ''), created_by: null, reference: null, note: null },
    { receipt: await linkOf(own.id, rows[1]?.id ?? '') },
  ]);
  // The total of a payment shared with other customers is not told.
  expect(rows.map(({ documents }) => documents)).toEqual([
    [{ ...boleta, issued_on, total: 11_900 }],
    [{ kind: 'boleta', folio: 4801, issued_on }],
  ]);
  expect(await read(rows[0]?.receipt ?? '')).toHaveLength(1);
  expect((await paymentsOf(admin, own.id))[1]?.documents).toMatchObject([{ folio: 4801, total: 10_000 }]);
  await expect(paymentsOf(other, own.id)).rejects.toThrow('Acceso no autorizado.');
  await expect(paymentsOf({ client: shop.anon }, own.id)).rejects.toThrow('permission denied');
  const [row] = await shop.sql<{ documents: { id: string }[] }[]>`
    select jsonb_agg(jsonb_build_object('id', d.id)) as documents from private.tax_documents d where d.folio = 4800`;
  await receptionist.client.rpc('annul_tax_document', {
    p_id: randomUUID(),
    p_document_id: row?.documents[0]?.id ?? '',
    p_reason: 'Era otro folio',
  });
  expect((await paymentsOf(customer, own.id))[0]?.documents).toEqual([]);
});

test('PAY-15 without a script the page says the same, and nothing of a wrong link', async () => {
  const { admin } = shop.people;
  const order = await open();
  await takePayment(admin, { [order.id]: 11_900 }, { p_document: { kind: 'boleta', folio: 4700 } });
  const link = await linkOf(order.id, await paymentAt(admin, order.id, 0));
  const page = await fetch(`${shop.url}/comprobante/${link}?simple=1`);
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toBe('no-store');
  const text = await page.text();
  for (const words of [
    'Comprobante de pago',
    'Boleta N° 4700',
    '$11.900 (neto $10.000, IVA $1.900)',
    '$18.100',
  ])
    expect(text).toContain(words);
  expect(text).not.toContain(shop.people.customer.fullName);
  for (const wrong of [order.id, `${link.slice(0, -1)}x`, '%00'])
    expect((await fetch(`${shop.url}/comprobante/${wrong}?simple=1`)).status).toBeGreaterThanOrEqual(404);
});

test('PAY-13 the link ends with the order and with its person', async () => {
  const { admin, technician, receptionist } = shop.people;
  const [gone, erased] = [await open(), await open()];
  for (const { id } of [gone, erased]) await takePayment(admin, { [id]: 30_000 });
  const links = [
    await linkOf(gone.id, await paymentAt(admin, gone.id, 0), technician),
    await linkOf(erased.id, await paymentAt(admin, erased.id, 0)),
  ];
  await admin.client.from('service_orders').delete().eq('id', gone.id);
  await change(technician, erased.id, { status: 'completed' });
  await change(receptionist, erased.id, { status: 'delivered', warranty_days: 1 });
  await shop.sql`select private.anonymize_orders(array[${erased.id}]::uuid[])`;
  for (const link of links) expect(await read(link)).toEqual([]);
});
