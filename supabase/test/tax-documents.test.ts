/** Tax documents of payments (TAX-01 to TAX-05): who may, how much, once, and what a wrong one is. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { change, makeOrder } from './support/orders.ts';
import { correctPayment, giveBack, ledgerOf, paymentsOf, takePayment } from './support/payments.ts';
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
let receptionist: Person;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ receptionist, admin } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());
afterEach(async () => expect(await brokenDocuments(shop)).toEqual([]));

const BAD_TOTAL = 'Escribe el total del documento en pesos, sin decimales.';
let lastFolio = 1000;
const newFolio = () => (lastFolio += 1);
const open = (columns = {}) => makeOrder(shop, { quote: 30_000, total_amount: 30_000, ...columns });
const numberOf = (order: { order_number: number }) => `#${String(order.order_number).padStart(6, '0')}`;

/** An order with one payment. */
async function paid(amount = 10_000) {
  const order = await open();
  expect(await takePayment(receptionist, { [order.id]: amount })).toBeNull();
  return { ...order, payment: await paymentAt(admin, order.id, 0) };
}

describe('TAX-01 documents by number', () => {
  test('TAX-01 a payment is taken with its boleta, whose net and tax are parts of the total to the peso', async () => {
    for (const [total, net] of [
      [10_000, 8403],
      [1, 1],
      [119, 100],
      [12_345, 10_374],
    ] as const) {
      const { id } = await open();
      const folio = newFolio();
      const document = { kind: 'boleta', folio };
      expect(await takePayment(receptionist, { [id]: total }, { p_document: document })).toBeNull();
      const [row] = await documentsOf(admin, id);
      expect(row).toMatchObject({
        missing: 0,
        documents: [
          { kind: 'boleta', folio, net, tax: total - net, total, created_by: receptionist.fullName },
        ],
      });
    }
  });

  test('TAX-01 a refused document takes its payment with it, and nothing is recorded', async () => {
    const { id } = await open();
    const refusal = await takePayment(receptionist, { [id]: 5000 }, { p_document: { kind: 'boleta' } });
    expect(refusal?.message).toBe('Escribe el folio con números.');
    expect(await ledgerOf(shop, id)).toEqual([]);
  });

  test('TAX-01 a document is added later, in several parts, never for more than its payment', async () => {
    const { id, payment } = await paid();
    expect(await documentWords(admin, id)).toEqual(['missing 10000']);
    const one = newFolio();
    expect(await addDocument(receptionist, payment, { kind: 'voucher', folio: one, total: 4000 })).toBeNull();
    const over = await addDocument(admin, payment, { kind: 'boleta', folio: newFolio(), total: 6001 });
    expect(over?.message).toBe(
      'El pago es de $10.000 y sus documentos suman $4.000: este puede ser de hasta $6.000.',
    );
    const two = newFolio();
    expect(await addDocument(admin, payment, { kind: 'boleta', folio: two })).toBeNull();
    expect(await documentWords(admin, id)).toEqual([`voucher ${one} 4000, boleta ${two} 6000, missing 0`]);
    expect((await addDocument(admin, payment, { kind: 'boleta', folio: newFolio() }))?.message).toBe(
      'Este pago ya tiene sus documentos.',
    );
  });

  test('TAX-01 a delivery records the document of the balance that it was paid with', async () => {
    const { id } = await open({ status: 'completed' });
    const folio = newFolio();
    const { error } = await change(shop.people.technician, id, {
      status: 'delivered',
      warranty_days: 90,
      final_payment: 30_000,
      payment_details: {
        payment_method: 'debit',
        document: { kind: 'factura', folio, rut: '76.123.456-0', business_name: 'Cía', activity: 'Venta' },
      },
    });
    expect(error).toBeNull();
    expect(await documentWords(admin, id)).toEqual([`factura ${folio} 30000, missing 0`]);
    const [event] =
      await shop.sql`select changes::text as said from public.order_events where order_id = ${id}
      order by id desc limit 1`;
    expect(String(event?.said)).not.toContain('Cía');
  });

  test('TAX-01 one document stands for a payment over many orders, and is seen at each', async () => {
    const [one, two] = [await open(), await open()];
    const folio = newFolio();
    await takePayment(
      receptionist,
      { [one.id]: 10_000, [two.id]: 5000 },
      { p_document: { kind: 'boleta', folio } },
    );
    for (const { id } of [one, two])
      expect(await documentWords(admin, id)).toEqual([`boleta ${folio} 15000, missing 0`]);
  });
});

describe('TAX-02 a folio once', () => {
  test('TAX-02 the same folio twice is refused with the order that has it, and another kind has numbers of its own', async () => {
    const [first, second] = [await paid(), await paid()];
    const folio = newFolio();
    expect(await addDocument(receptionist, first.payment, { kind: 'boleta', folio })).toBeNull();
    const again = await addDocument(receptionist, second.payment, { kind: 'boleta', folio });
    expect(again).toMatchObject({
      code: '23505',
      message: `La boleta N° ${folio} ya está en la orden ${numberOf(first)}. Revisa el folio.`,
    });
    expect(await addDocument(receptionist, second.payment, { kind: 'voucher', folio })).toBeNull();
  });

  test('TAX-02 of two desks that write one folio at once, one has it', async () => {
    const [first, second] = [await paid(), await paid()];
    const folio = newFolio();
    const both = await Promise.all([
      addDocument(receptionist, first.payment, { kind: 'boleta', folio }),
      addDocument(admin, second.payment, { kind: 'boleta', folio }),
    ]);
    expect(both.filter((error) => error === null)).toHaveLength(1);
    const refusal = both.find((error) => error !== null)?.message;
    expect(refusal).toBe(
      `La boleta N° ${folio} ya está en la orden ${numberOf(both[0] ? second : first)}. Revisa el folio.`,
    );
  });

  test('TAX-02 two desks that document one payment at once do not exceed it', async () => {
    const { payment, id } = await paid();
    const both = await Promise.all(
      [receptionist, admin].map((by) =>
        addDocument(by, payment, { kind: 'boleta', folio: newFolio(), total: 10_000 }),
      ),
    );
    expect(both.filter((error) => error === null)).toHaveLength(1);
    expect((await documentsOf(admin, id))[0]?.missing).toBe(0);
  });

  test('TAX-02 sent twice it happens once, and with another folio it is refused', async () => {
    const { id, payment } = await paid();
    const [request, folio] = [randomUUID(), newFolio()];
    const send = () => addDocument(receptionist, payment, { kind: 'boleta', folio }, request);
    expect([await send(), await send()]).toEqual([null, null]);
    const other = await addDocument(receptionist, payment, { kind: 'boleta', folio: newFolio() }, request);
    expect(other?.message).toContain('el documento quedó registrado');
    expect(await documentWords(admin, id)).toEqual([`boleta ${folio} 10000, missing 0`]);
  });
});

describe('TAX-03 a factura says whom it is for', () => {
  const factura = (more = {}) => ({
    kind: 'factura',
    folio: newFolio(),
    rut: '76123456-0',
    business_name: ' Importadora Sur SpA ',
    activity: 'Comercio',
    ...more,
  });

  test('TAX-03 with a valid RUT, razón social and giro, each within its length', async () => {
    const { id, payment } = await paid();
    for (const [more, words] of [
      [{ rut: '76123456-1' }, 'Revisa el RUT de la factura.'],
      [{ rut: '11111111-1' }, 'Revisa el RUT de la factura.'],
      [{ rut: null }, 'Revisa el RUT de la factura.'],
      [{ business_name: ' \u200B' }, 'Escribe la razón social, en hasta 100 letras.'],
      [{ business_name: 'x'.repeat(101) }, 'Escribe la razón social, en hasta 100 letras.'],
      [{ activity: null }, 'Escribe el giro, en hasta 40 letras.'],
      [{ activity: 'x'.repeat(41) }, 'Escribe el giro, en hasta 40 letras.'],
    ] as const)
      expect((await addDocument(receptionist, payment, factura(more)))?.message).toBe(words);
    expect(await addDocument(receptionist, payment, factura({ rut: '76.123.456-0' }))).toBeNull();
    const [row] = await documentsOf(admin, id);
    expect(row?.documents[0]).toMatchObject({ rut: '76123456-0', business_name: 'Importadora Sur SpA' });
  });

  test('TAX-01 kind, folio and date are what they are', async () => {
    const { payment } = await paid();
    for (const [document, words] of [
      [{ kind: 'guia', folio: 1 }, 'Elige el tipo de documento.'],
      [{ kind: 'boleta', folio: 0 }, 'Escribe el folio con números.'],
      [{ kind: 'boleta', folio: 'A12' }, 'Escribe el folio con números.'],
      [{ kind: 'boleta', folio: 1, issued_on: '1999-12-31' }, 'Revisa la fecha del documento.'],
      [{ kind: 'boleta', folio: 1, issued_on: '-infinity' }, 'Revisa la fecha del documento.'],
      ...['10.000', -5000, 0.5, 'mil'].map(
        (total) => [{ kind: 'boleta', folio: 1, total }, BAD_TOTAL] as const,
      ),
      [{ kind: 'boleta', folio: 10_000_000_000 }, 'Escribe el folio con números.'],
      [
        { kind: 'boleta', folio: newFolio(), issued_on: '2999-01-01' },
        'La fecha del documento no puede ser futura.',
      ],
      [{ kind: 'boleta', folio: newFolio(), issued_on: 'ayer' }, 'Revisa la fecha del documento.'],
    ] as const)
      expect((await addDocument(receptionist, payment, document))?.message).toBe(words);
    expect((await addDocument(receptionist, randomUUID(), { kind: 'boleta', folio: 1 }))?.message).toBe(
      'Este pago no existe.',
    );
  });
});

describe('TAX-04 what is cancelled, and what was a mistake', () => {
  /** A documented payment of which some was given back. */
  async function refunded(back: number) {
    const order = await paid();
    await addDocument(admin, order.payment, { kind: 'boleta', folio: newFolio() });
    await giveBack(receptionist, order.id, back);
    const [row] = await documentsOf(admin, order.id);
    const refund = await paymentAt(admin, order.id, 1);
    return { ...order, refund, boleta: row?.documents[0]?.id ?? '' };
  }

  test('TAX-04 a refund asks for a nota de crédito up to what went back, of a document of its order', async () => {
    const { id, refund, boleta } = await refunded(4000);
    expect((await documentsOf(admin, id)).map(({ missing }) => missing)).toEqual([0, -4000]);
    const credit = (more = {}) => ({ kind: 'nota_credito', folio: newFolio(), cancels: boleta, ...more });
    expect((await addDocument(admin, refund, { kind: 'boleta', folio: newFolio(), total: 1 }))?.message).toBe(
      'Lo devuelto lleva nota de crédito.',
    );
    expect((await addDocument(admin, refund, credit({ cancels: 'x' })))?.message).toBe(
      'Elige qué documento anula la nota de crédito.',
    );
    expect((await addDocument(admin, refund, credit({ total: 4001 })))?.message).toBe(
      'Se devolvió $4.000: la nota de crédito puede ser de hasta $4.000.',
    );
    const foreign = await refunded(1000);
    expect((await addDocument(admin, refund, credit({ cancels: foreign.boleta })))?.message).toMatch(
      /^La boleta N° \d+ es de otro pago\.$/,
    );
    expect(await addDocument(receptionist, refund, credit())).toBeNull();
    expect((await documentsOf(admin, id)).map(({ missing }) => missing)).toEqual([0, 0]);
    expect((await annulDocument(admin, boleta))?.message).toMatch(/^La nota de crédito N° \d+ lo anula/);
  });

  test('TAX-04 parts of a document are cancelled to the peso, net and tax too', async () => {
    const { id, boleta } = await refunded(3333);
    await giveBack(receptionist, id, 3333);
    await giveBack(receptionist, id, 3334);
    for (const position of [1, 2, 3]) {
      const document = { kind: 'nota_credito', folio: newFolio(), cancels: boleta };
      expect(await addDocument(admin, await paymentAt(admin, id, position), document)).toBeNull();
    }
    const [whole] =
      await shop.sql`select sum(net)::int as net, sum(tax)::int as tax from private.tax_documents
      where cancels = ${boleta}`;
    expect(whole).toEqual({ net: 8403, tax: 1597 });
  });

  test('TAX-04 a wrong factura is cancelled on its own payment, which then takes another', async () => {
    const { id, payment } = await paid();
    await addDocument(admin, payment, { kind: 'boleta', folio: newFolio() });
    const [row] = await documentsOf(admin, id);
    const cancels = row?.documents[0]?.id ?? '';
    expect(
      await addDocument(admin, payment, { kind: 'nota_credito', folio: newFolio(), cancels }),
    ).toBeNull();
    expect((await documentsOf(admin, id))[0]?.missing).toBe(10_000);
    expect(await addDocument(admin, payment, { kind: 'boleta', folio: newFolio() })).toBeNull();
  });

  test('TAX-05 a document that was typed wrong is annulled once, with a reason, and its folio is free again', async () => {
    const { id, payment } = await paid();
    const folio = newFolio();
    await addDocument(admin, payment, { kind: 'boleta', folio });
    const [row] = await documentsOf(admin, id);
    const document = row?.documents[0]?.id ?? '';
    expect((await annulDocument(admin, document, { p_reason: ' ' }))?.message).toContain('Escribe el motivo');
    const p_id = randomUUID();
    for (let times = 0; times < 2; times += 1)
      expect(await annulDocument(receptionist, document, { p_id })).toBeNull();
    expect((await annulDocument(admin, document))?.message).toBe('Este documento ya está anulado.');
    expect(await documentWords(admin, id)).toEqual([`boleta ${folio} 10000 annulled, missing 10000`]);
    const other = await paid();
    expect(await addDocument(admin, other.payment, { kind: 'boleta', folio })).toBeNull();
    await expect(
      Promise.resolve(
        shop.sql`update private.tax_documents set total = 1, net = 1, tax = 0 where id = ${document}`,
      ),
    ).rejects.toThrow('Un documento tributario no se cambia.');
  });

  test('TAX-04 a corrected payment takes no document, and one that had some asks for the nota de crédito', async () => {
    const [plain, documented] = [await paid(), await paid()];
    await correctPayment(admin, plain.payment);
    expect(
      (await addDocument(admin, plain.payment, { kind: 'boleta', folio: newFolio(), total: 1 }))?.message,
    ).toBe('Este pago está corregido: no lleva documento.');
    expect((await documentsOf(admin, plain.id)).map(({ missing }) => missing)).toEqual([0, 0]);
    await addDocument(admin, documented.payment, { kind: 'boleta', folio: newFolio(), total: 6000 });
    await correctPayment(admin, documented.payment);
    expect((await documentsOf(admin, documented.id)).map(({ missing }) => missing)).toEqual([0, -6000]);
  });
});

test('TAX-02 technicians and customers add and annul nothing, and nobody reads or writes the tables', async () => {
  const { id, payment } = await paid();
  await addDocument(admin, payment, { kind: 'boleta', folio: newFolio() });
  const [row] = await documentsOf(shop.people.technician, id);
  for (const by of [shop.people.technician, shop.people.customer, { client: shop.anon }]) {
    expect((await addDocument(by, payment, { kind: 'boleta', folio: 1 }))?.code).toBe('42501');
    expect((await annulDocument(by, row?.documents[0]?.id ?? ''))?.code).toBe('42501');
  }
  await expect(documentsOf(shop.people.customer, id)).rejects.toThrow('Acceso no autorizado.');
  for (const table of ['tax_documents', 'tax_annulments', 'tax_requests'])
    for (const by of [admin, shop.people.customer])
      expect((await by.client.from(table as never).select('*')).error).not.toBeNull();
  expect((await paymentsOf(admin, id)).length).toBe(1);
});
