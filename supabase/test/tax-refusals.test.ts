/** Documents without a payment, and notas de crédito to the last peso, are refused in words. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { change, makeOrder } from './support/orders.ts';
import { giveBack, ledgerOf, takePayment } from './support/payments.ts';
import { openShop, type Shop } from './support/shop.ts';
import {
  addDocument,
  annulDocument,
  brokenDocuments,
  documentsOf,
  documentWords,
  paymentAt,
} from './support/tax-documents.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ forgetful: true });
});
afterAll(() => shop[Symbol.asyncDispose]());
afterEach(async () => expect(await brokenDocuments(shop)).toEqual([]));

let lastFolio = 0;
const newFolio = () => (lastFolio += 1);
const NO_PAYMENT =
  'No hay un pago nuevo para ese documento: quítalo, y agrégalo al pago que corresponde en la orden.';

test('TAX-01 a document without a payment is refused in words, whoever says it', async () => {
  const { technician, receptionist } = shop.people;
  const order = await makeOrder(shop, { quote: 30_000, total_amount: 30_000, status: 'completed' });
  const payment_details = { payment_method: 'debit', document: { kind: 'boleta', folio: newFolio() } };
  const delivery = { status: 'delivered', warranty_days: 90 };
  const unpaid = await change(technician, order.id, {
    ...delivery,
    payment_details: { ...payment_details, balance_reason: 'Paga el viernes' },
  });
  expect(unpaid.error).toMatchObject({ code: '23514', message: NO_PAYMENT });
  expect((await change(receptionist, order.id, { notes: 'x', payment_details })).error?.message).toBe(
    NO_PAYMENT,
  );
  await takePayment(receptionist, { [order.id]: 30_000 });
  const paid = await change(technician, order.id, { ...delivery, payment_details });
  expect(paid.error?.message).toBe(NO_PAYMENT);
  expect((await change(technician, order.id, delivery)).error).toBeNull();
  expect(await documentWords(shop.people.admin, order.id)).toEqual(['missing 30000']);
});

test('TAX-01 a document that is none is refused, and one of an advance is the advance’s', async () => {
  const { receptionist, admin } = shop.people;
  const order = await makeOrder(shop, { quote: 30_000, total_amount: 30_000 });
  const advance = (document: unknown) =>
    change(receptionist, order.id, {
      advance_payment: 10_000,
      payment_details: { payment_method: 'debit', document },
    });
  for (const wrong of ['boleta 12', 12, ['boleta'], {}])
    expect((await advance(wrong)).error?.message).toBe('Elige el tipo de documento.');
  expect(await ledgerOf(shop, order.id)).toEqual([]);
  const folio = newFolio();
  expect((await advance({ kind: 'boleta', folio })).error).toBeNull();
  expect(await documentWords(admin, order.id)).toEqual([`boleta ${folio} 10000, missing 0`]);
  const payment = await paymentAt(admin, order.id, 0);
  expect((await addDocument(admin, payment, { kind: 'boleta', folio: newFolio(), total: 0 }))?.message).toBe(
    'Escribe el total del documento en pesos, sin decimales.',
  );
});

test('TAX-04 notas de crédito of one peso each cancel a document to the peso, net and tax, and never more', async () => {
  const { admin, receptionist } = shop.people;
  const order = await makeOrder(shop, { quote: 12, total_amount: 12 });
  await takePayment(receptionist, { [order.id]: 12 }, { p_document: { kind: 'boleta', folio: newFolio() } });
  await giveBack(receptionist, order.id, 12);
  const [row] = await documentsOf(admin, order.id);
  const cancels = row?.documents[0]?.id ?? '';
  const refund = await paymentAt(admin, order.id, 1);
  const credit = (total: number, id: string = randomUUID()) =>
    addDocument(admin, refund, { kind: 'nota_credito', folio: newFolio(), cancels, total }, id);
  const mistake = randomUUID();
  expect(await credit(2, mistake)).toBeNull();
  for (let notes = 0; notes < 9; notes += 1) expect(await credit(1)).toBeNull();
  expect((await credit(4))?.message).toMatch(/^De la boleta N° \d+ quedan \$1 por anular\.$/);
  expect(await annulDocument(admin, mistake)).toBeNull();
  for (let notes = 0; notes < 3; notes += 1) expect(await credit(1)).toBeNull();
  const [whole] = await shop.sql`select sum(net)::int as net, sum(tax)::int as tax from private.tax_documents
    where cancels = ${cancels} and state = 'recorded'`;
  expect(whole).toEqual({ net: 10, tax: 2 });
  expect((await credit(1))?.message).toBe('No queda nada por anular de ese documento.');
});

test('TAX-05 what the provider has or refused is not annulled, and the refusal says how it is', async () => {
  const { receptionist } = shop.people;
  await shop.sql`update public.setting_sections set value = value || '{"electronicDocuments": true}'
    where section = 'desk'`;
  const order = await makeOrder(shop, { quote: 30_000, total_amount: 30_000 });
  await takePayment(receptionist, { [order.id]: 11_900 });
  const id = randomUUID();
  const payment = await paymentAt(receptionist, order.id, 0);
  expect(await addDocument(receptionist, payment, { kind: 'boleta', electronic: true }, id)).toBeNull();
  const refusal = async () => (await annulDocument(receptionist, id))?.message;
  expect(await refusal()).toBe(
    'Este documento espera al proveedor: con su folio se anula por una nota de crédito.',
  );
  await shop.sql`select public.record_tax_answer(${id}, null, 'No existe ese RUT.', null)`;
  expect(await refusal()).toBe('El proveedor rechazó este documento: no cuenta, y no hay nada que anular.');
  await shop.sql`select public.record_tax_answer(${id}, 77, null, null)`;
  expect(await refusal()).toBe('Este documento lo emitió el proveedor: regístrale una nota de crédito.');
});

test.each(['anonymized', 'deleted'])(
  'PRIV-05 why a document was annulled goes when its order is %s',
  async (end) => {
    const { receptionist, admin } = shop.people;
    const order = await makeOrder(shop, { quote: 30_000, total_amount: 30_000, status: 'completed' });
    await takePayment(receptionist, { [order.id]: 11_900 });
    const id = randomUUID();
    const payment = await paymentAt(receptionist, order.id, 0);
    expect(await addDocument(receptionist, payment, { kind: 'boleta', folio: newFolio() }, id)).toBeNull();
    expect(await annulDocument(receptionist, id, { p_reason: 'Era de Ana Pérez' })).toBeNull();
    if (end === 'deleted') await admin.client.from('service_orders').delete().eq('id', order.id);
    else await shop.sql`select private.anonymize_orders(array[${order.id}::uuid])`;
    const kept = await shop.sql`select reason from private.tax_annulments where document_id = ${id}`;
    expect([...kept]).toEqual([{ reason: 'Sin detalle' }]);
  },
);
