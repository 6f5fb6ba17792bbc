/** Documents of the electronic provider: queued, accepted, rejected in words, one folio (TAX-07). */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { change, makeOrder } from './support/orders.ts';
import { takePayment } from './support/payments.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';
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
  await switchOn(true);
});
afterAll(() => shop[Symbol.asyncDispose]());
afterEach(async () => expect(await brokenDocuments(shop)).toEqual([]));

const switchOn = (on: boolean) =>
  shop.sql`update public.setting_sections set value = value || ${shop.sql.json({ electronicDocuments: on })}
    where section = 'desk'`;

async function paid(amount = 11_900) {
  const { admin } = shop.people;
  const { id } = await makeOrder(shop, { quote: 30_000, total_amount: 30_000 });
  await takePayment(admin, { [id]: amount });
  return { id, payment: await paymentAt(admin, id, 0) };
}

/** Asks the provider for a document. @returns the refusal, or null. */
const issue = (payment: string, document: object, request: string = randomUUID()) =>
  addDocument(shop.people.receptionist, payment, { ...document, electronic: true }, request);
const retry = async (
  { client }: Pick<Person, 'client'>,
  p_document_id: string,
  p_id: string = randomUUID(),
) => (await client.rpc('retry_tax_document', { p_id, p_document_id })).error;
const claim = async (lock = 120) =>
  shop.sql<{ id: string; attempts: number; document: Record<string, unknown> }[]>`
    select * from public.claim_tax_documents(10, ${lock})`;
const answer = (
  id: string,
  folio: number | null,
  words: string | null = null,
  retryAt: string | null = null,
) => shop.sql`select public.record_tax_answer(${id}, ${folio}, ${words}, ${retryAt})`;

test('TAX-07 a queued document has no folio and reserves its payment; what the provider answers stays', async () => {
  const { admin } = shop.people;
  const { id, payment } = await paid();
  const request = randomUUID();
  expect(await issue(payment, { kind: 'boleta' }, request)).toBeNull();
  expect(await issue(payment, { kind: 'boleta' }, request)).toBeNull();
  expect(await documentWords(admin, id)).toEqual(['boleta - 11900 queued, missing 0']);
  expect((await addDocument(admin, payment, { kind: 'boleta', folio: 1 }))?.message).toBe(
    'Este pago ya tiene sus documentos.',
  );
  expect(await claim()).toMatchObject([
    { id: request, attempts: 1, document: { kind: 'boleta', net: 10_000, tax: 1900, total: 11_900 } },
  ]);
  expect(await claim()).toEqual([]);
  await answer(request, 501);
  await answer(request, 502);
  await answer(request, null, 'Tarde');
  expect(await documentsOf(admin, id)).toMatchObject([
    { documents: [{ state: 'accepted', folio: 501, answer: null }] },
  ]);
});

test('TAX-07 a sender that dies is followed by another, and one that gets no answer asks again when it is time', async () => {
  const { payment } = await paid();
  const request = randomUUID();
  await issue(payment, { kind: 'boleta' }, request);
  expect(await claim(0)).toMatchObject([{ id: request, attempts: 1 }]);
  expect(await claim()).toMatchObject([{ id: request, attempts: 2 }]);
  await answer(request, null, 'Sin respuesta', '2999-01-01');
  expect(await claim()).toEqual([]);
  const [next] = await shop.sql`select public.next_tax_document_in() as ms`;
  expect(Number(next?.ms)).toBe(86_400_000);
  await answer(request, 601);
  expect(await shop.sql`select public.next_tax_document_in() as ms`).toEqual([{ ms: null }]);
});

test('TAX-07 a rejected document says why and leaves its payment to the next one', async () => {
  const { admin } = shop.people;
  const { id, payment } = await paid();
  const request = randomUUID();
  await issue(payment, { kind: 'boleta' }, request);
  await answer(request, null, 'Se acabaron los folios.');
  expect(await documentsOf(admin, id)).toMatchObject([
    { missing: 11_900, documents: [{ state: 'rejected', folio: null, answer: 'Se acabaron los folios.' }] },
  ]);
  expect(await issue(payment, { kind: 'boleta' })).toBeNull();
});

test('TAX-07 a folio that somebody wrote by hand keeps the document waiting, until that one is annulled', async () => {
  const { admin, receptionist } = shop.people;
  const [one, two] = [await paid(), await paid()];
  const request = randomUUID();
  await issue(one.payment, { kind: 'boleta' }, request);
  await addDocument(admin, two.payment, { kind: 'boleta', folio: 777 });
  await answer(request, 777);
  const [row] = await documentsOf(admin, one.id);
  expect(row).toMatchObject({ missing: 0, documents: [{ state: 'queued', folio: null }] });
  expect(row?.documents[0]?.answer).toMatch(
    /^El proveedor respondió el folio 777, que ya está en la orden #\d+: si ahí es un error, anúlalo ahí y reintenta aquí\.$/,
  );
  expect((await claim()).filter(({ id }) => id === request)).toEqual([]);
  const [wrong] = await documentsOf(admin, two.id);
  await annulDocument(admin, wrong?.documents[0]?.id ?? '');
  expect(await retry(receptionist, request)).toBeNull();
  expect(await claim()).toMatchObject([{ id: request, attempts: 1 }]);
  await answer(request, 777);
  expect(await documentWords(admin, one.id)).toEqual(['boleta 777 11900 accepted, missing 0']);
});

test('TAX-07 a folio that the provider gave to another document already is no answer', async () => {
  const { admin } = shop.people;
  const [one, two] = [await paid(), await paid()];
  const [first, second] = [randomUUID(), randomUUID()];
  await issue(one.payment, { kind: 'boleta' }, first);
  await issue(two.payment, { kind: 'boleta' }, second);
  await answer(first, 888);
  await answer(second, 888);
  const [row] = await documentsOf(admin, two.id);
  expect(row).toMatchObject({ missing: 11_900, documents: [{ state: 'rejected', folio: null }] });
  expect(row?.documents[0]?.answer).toMatch(/avísale al proveedor y reintenta\.$/);
});

test('TAX-07 a folio that is none is never recorded', async () => {
  const { admin } = shop.people;
  for (const folio of [0, -5, 10_000_000_000]) {
    const { id, payment } = await paid();
    const request = randomUUID();
    await issue(payment, { kind: 'boleta' }, request);
    await answer(request, folio);
    expect(await documentsOf(admin, id)).toMatchObject([
      {
        documents: [{ state: 'rejected', answer: `El proveedor respondió un folio que no sirve: ${folio}.` }],
      },
    ]);
  }
});

test('TAX-12 Reintentar asks again under the same id, once, and only for what waits or was rejected', async () => {
  const { admin, receptionist, technician, customer } = shop.people;
  const { id, payment } = await paid();
  const [request, again] = [randomUUID(), randomUUID()];
  await issue(payment, { kind: 'boleta' }, request);
  await answer(request, null, 'Se acabaron los folios.');
  for (const by of [technician, customer, { client: shop.anon }])
    expect((await retry(by, request))?.code).toBe('42501');
  for (let times = 0; times < 2; times += 1) expect(await retry(receptionist, request, again)).toBeNull();
  expect(await documentsOf(admin, id)).toMatchObject([
    { missing: 0, documents: [{ id: request, state: 'queued', answer: null }] },
  ]);
  expect(await claim()).toMatchObject([{ id: request, attempts: 1 }]);
  await answer(request, 901);
  expect((await retry(receptionist, request))?.message).toContain('ya no espera al proveedor');
  expect((await retry(receptionist, randomUUID()))?.message).toBe('Este documento no existe.');
});

test('TAX-12 a rejected document whose payment has another by now is neither asked for again nor lost if it was issued', async () => {
  const { admin, receptionist } = shop.people;
  const { id, payment } = await paid();
  const request = randomUUID();
  await issue(payment, { kind: 'boleta' }, request);
  await answer(request, null, 'El receptor no existe.');
  // The provider had issued it after all.
  await answer(request, 910);
  expect(await documentWords(admin, id)).toEqual(['boleta 910 11900 accepted, missing 0']);

  const other = await paid();
  const second = randomUUID();
  await issue(other.payment, { kind: 'boleta' }, second);
  await answer(second, null, 'El receptor no existe.');
  await addDocument(admin, other.payment, { kind: 'boleta', folio: 911 });
  expect((await retry(receptionist, second))?.message).toBe(
    'El pago es de $11.900 y sus documentos suman $11.900: este puede ser de hasta $0.',
  );
  await answer(second, 912);
  expect((await documentsOf(admin, other.id))[0]?.documents[0]).toMatchObject({
    state: 'rejected',
    answer:
      'El proveedor lo emitió con el folio 912, pero el pago ya tiene otro documento: anúlalo donde el proveedor.',
  });
});

test('TAX-12 a payment and a delivery ask the provider in the same transaction', async () => {
  const { admin, receptionist, technician } = shop.people;
  const { id } = await makeOrder(shop, { quote: 30_000, total_amount: 30_000, status: 'completed' });
  const document = { kind: 'boleta', electronic: true };
  expect(await takePayment(receptionist, { [id]: 10_000 }, { p_document: document })).toBeNull();
  const { error } = await change(technician, id, {
    status: 'delivered',
    warranty_days: 90,
    final_payment: 20_000,
    payment_details: { payment_method: 'debit', document },
  });
  expect(error).toBeNull();
  expect(await documentWords(admin, id)).toEqual([
    'boleta - 10000 queued, missing 0',
    'boleta - 20000 queued, missing 0',
  ]);
  expect(await claim()).toHaveLength(2);
});

test('TAX-07 it is switched on first, a voucher is the terminal’s, and only senders send', async () => {
  const { admin } = shop.people;
  const { payment } = await paid();
  expect((await issue(payment, { kind: 'voucher' }))?.message).toContain('lo emite el terminal');
  await switchOn(false);
  expect((await issue(payment, { kind: 'boleta' }))?.message).toBe(
    'La emisión electrónica está apagada en Ajustes. Escribe el folio.',
  );
  await switchOn(true);
  for (const name of ['claim_tax_documents', 'next_tax_document_in'] as const)
    expect((await admin.client.rpc(name)).error?.code).toBe('42501');
});
