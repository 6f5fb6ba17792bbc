/** The ledger of payments (PAY-01 to PAY-05): who may, how much, once, and what everybody reads of it. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { change, makeOrder, orderOf, storedOrder } from './support/orders.ts';
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
let customer: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ technician, receptionist, admin, customer } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());
afterEach(async () => expect(await brokenLedgers(shop)).toEqual([]));

const open = (columns = {}) => makeOrder(shop, { quote: 30_000, total_amount: 30_000, ...columns });
const delivery = { status: 'delivered', warranty_days: 90 };
const sums = async (id: string) => {
  const { advance_payment, final_payment } = await storedOrder(shop, id);
  return [Number(advance_payment), Number(final_payment)];
};

describe('PAY-01 several payments by method', () => {
  test('PAY-01 what comes before the delivery is advance, what comes after it is the balance', async () => {
    const { id } = await open({ status: 'completed' });
    expect(await takePayment(receptionist, { [id]: 5000 }, { p_method: 'cash' })).toBeNull();
    expect(await takePayment(admin, { [id]: 7000 }, { p_method: 'debit', p_reference: ' V-88 ' })).toBeNull();
    expect((await change(receptionist, id, delivery)).error).toBeNull();
    expect(await takePayment(receptionist, { [id]: 18_000 }, { p_method: 'transfer' })).toBeNull();
    expect(await sums(id)).toEqual([12_000, 18_000]);
    const paid = await paymentsOf(technician, id);
    expect(
      paid.map(({ method, amount, created_by, reference }) => [method, amount, created_by, reference]),
    ).toEqual([
      ['cash', 5000, receptionist.fullName, ''],
      ['debit', 7000, admin.fullName, 'V-88'],
      ['transfer', 18_000, receptionist.fullName, ''],
    ]);
    const [event] = await shop.sql`select actor_id, changes from public.order_events where order_id = ${id}
      order by id desc limit 1`;
    expect(event).toEqual({
      actor_id: receptionist.id,
      changes: { final_payment: [0, 18_000], payment_method: [null, 'transfer'] },
    });
  });

  test('PAY-01 one payment over many orders is one row, all or nothing', async () => {
    const [one, two] = [await open(), await open({ status: 'delivered' })];
    expect(await takePayment(receptionist, { [one.id]: 10_000, [two.id]: 30_001 })).toMatchObject({
      code: '23514',
      message: expect.stringMatching(
        /^El pago supera el saldo de la orden #\d{6}, que es \$30\.000\.$/,
      ) as string,
    });
    expect(await sums(one.id)).toEqual([0, 0]);
    expect(await takePayment(receptionist, { [one.id]: 10_000, [two.id]: 30_000 })).toBeNull();
    const [[first], [second]] = [await paymentsOf(admin, one.id), await paymentsOf(admin, two.id)];
    expect(first).toMatchObject({ amount: 10_000, orders: 2 });
    expect(second).toMatchObject({ id: first?.id, amount: 30_000 });
    expect([await sums(one.id), await sums(two.id)]).toEqual([
      [10_000, 0],
      [0, 30_000],
    ]);
    expect(await correctPayment(admin, first?.id ?? '')).toBeNull();
    expect([await sums(one.id), await sums(two.id)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test('PAY-01 not more than is left, not without a method, not for nothing, not for an order that is gone', async () => {
    const { id } = await open();
    const refused = async (amounts: Record<string, number>, more = {}) =>
      (await takePayment(receptionist, amounts, more))?.message;
    expect(await refused({ [id]: 30_001 })).toContain('El pago supera el saldo');
    for (const p_method of ['', 'bitcoin'])
      expect(await refused({ [id]: 1000 }, { p_method })).toBe('Elige cómo se pagó.');
    for (const amount of [0, -1000])
      expect(await refused({ [id]: amount })).toBe('Escribe un monto mayor que cero.');
    expect((await takePayment(receptionist, { [id]: 10.5 }))?.code).toBe('22023');
    expect(await refused({ [randomUUID()]: 1000 })).toBe(
      'La orden ya no existe: alguien la eliminó. No se registró nada.',
    );
    expect(await refused({ [id]: 1000 }, { p_reference: 'x'.repeat(121) })).toContain('hasta 120 letras');
    expect(await refused({})).toBe('Elige entre 1 y 50 órdenes.');
    await shop.sql`update public.service_orders set status = 'cancelled' where id = ${id}`;
    expect(await refused({ [id]: 1 })).toContain('que es $0');
    expect(await ledgerOf(shop, id)).toEqual([]);
  });

  test('PAY-01 an order without a price takes any advance while it is open, and an approved one not more than that', async () => {
    const { id } = await makeOrder(shop, { quote: 0, total_amount: 0 });
    expect(await takePayment(receptionist, { [id]: 15_000 })).toBeNull();
    const approved = await open({ status: 'quoted' });
    await shop.sql`update public.service_orders set status = 'approved', approved_at = now() where id = ${approved.id}`;
    await change(receptionist, approved.id, { quote: 40_000 });
    expect((await takePayment(receptionist, { [approved.id]: 30_001 }))?.message).toContain(
      'El cliente aprobó $30.000',
    );
    expect(await takePayment(receptionist, { [approved.id]: 30_000 })).toBeNull();
  });
});

describe('PAY-02 the ledger and the plain columns', () => {
  test('PAY-02 a column that is written plainly is a payment of the difference, without a method', async () => {
    const made = await receptionist.client
      .from('service_orders')
      .insert({ ...orderOf(customer), quote: 30_000, advance_payment: 10_000 })
      .select('id')
      .single();
    const id = made.data?.id ?? '';
    await change(receptionist, id, { advance_payment: 8000 });
    await change(technician, id, { status: 'completed' });
    await change(technician, id, { ...delivery, final_payment: 22_000 });
    expect(await ledgerOf(shop, id)).toEqual([' 10000', ' -2000', ' 22000']);
  });

  test('PAY-02 a delivery says how the balance was paid, or why it was not, and the order keeps neither', async () => {
    const [paid, owed] = [await open({ status: 'completed' }), await open({ status: 'completed' })];
    const { data } = await change(technician, paid.id, {
      ...delivery,
      final_payment: 30_000,
      payment_details: { payment_method: 'credit', payment_reference: 'T-1' },
    });
    expect(data).toMatchObject({ final_payment: 30_000, payment_details: null });
    expect(await ledgerOf(shop, paid.id)).toEqual(['credit 30000']);
    await change(receptionist, owed.id, {
      ...delivery,
      payment_details: { balance_reason: 'Vuelve el lunes' },
    });
    const [event] = await shop.sql`select changes -> 'balance_reason' as reason from public.order_events
      where order_id = ${owed.id} order by id desc limit 1`;
    expect(event).toEqual({ reason: [null, 'Vuelve el lunes'] });
    expect(await ledgerOf(shop, owed.id)).toEqual([]);
    expect(
      (await change(receptionist, owed.id, { payment_details: { payment_method: 'bitcoin' } })).error
        ?.message,
    ).toBe('Elige cómo se pagó.');
  });

  test('PAY-02 undoing a delivery is the counter-entry of its payment', async () => {
    await shop.sql`update public.setting_sections set value = value || '{"undoSeconds": 60}' where section = 'messages'`;
    const { id } = await open({ status: 'completed', advance_payment: 10_000 });
    const payment_details = { payment_method: 'debit' };
    const { data } = await change(receptionist, id, { ...delivery, final_payment: 20_000, payment_details });
    expect(
      (await receptionist.client.rpc('undo_status', { p_order_id: id, p_version: data?.version ?? 0 })).error,
    ).toBeNull();
    expect(await ledgerOf(shop, id)).toEqual([' 10000', 'debit 20000', 'debit -20000']);
    const [, paid, undone] = await paymentsOf(admin, id);
    expect([paid?.corrected, undone?.corrects]).toEqual([true, paid?.id]);
    expect(await sums(id)).toEqual([10_000, 0]);
  });
});

describe('PAY-03 money that goes back', () => {
  test('PAY-03 what was paid at the delivery goes back first, never more than was received, and with a reason', async () => {
    const { id } = await open({ status: 'delivered', advance_payment: 10_000, final_payment: 20_000 });
    expect((await giveBack(receptionist, id, 30_001))?.message).toBe(
      'No se devuelve más de lo recibido por la orden, que es $30.000.',
    );
    expect((await giveBack(receptionist, id, 1000, { p_reason: ' ' }))?.message).toBe('Escribe el motivo.');
    expect((await giveBack(receptionist, id, 0))?.message).toBe('Escribe un monto mayor que cero.');
    expect((await giveBack(receptionist, id, 1000, { p_method: '' }))?.message).toBe('Elige cómo se pagó.');
    // A plain write that says how needs a reason too.
    const lower = { final_payment: 19_000, payment_details: { payment_method: 'debit', payment_note: ' ' } };
    expect((await change(receptionist, id, lower)).error?.message).toBe('Escribe el motivo.');
    expect(await giveBack(receptionist, id, 25_000)).toBeNull();
    expect(await sums(id)).toEqual([5000, 0]);
    expect((await ledgerOf(shop, id)).at(-1)).toBe('transfer -25000');
  });

  test('PAY-03 a payment is corrected once, by the same amounts and method, and a correction is not', async () => {
    const { id } = await open();
    await takePayment(receptionist, { [id]: 10_000 }, { p_method: 'credit' });
    const [payment] = await paymentsOf(admin, id);
    const paymentId = payment?.id ?? '';
    expect((await correctPayment(admin, paymentId, { p_reason: '' }))?.message).toBe('Escribe el motivo.');
    const both = await Promise.all([
      correctPayment(admin, paymentId),
      correctPayment(receptionist, paymentId),
    ]);
    expect(both.map((error) => error?.message ?? 'done').toSorted()).toEqual([
      'Este pago ya está corregido.',
      'done',
    ]);
    expect(await ledgerOf(shop, id)).toEqual(['credit 10000', 'credit -10000']);
    const [, correction] = await paymentsOf(admin, id);
    expect((await correctPayment(admin, correction?.id ?? ''))?.message).toContain(
      'Una corrección no se corrige',
    );
    expect((await correctPayment(admin, randomUUID()))?.message).toBe('Este pago no existe.');
  });

  test('PAY-03 a payment of which money went back is corrected after that was', async () => {
    const { id } = await open();
    await takePayment(receptionist, { [id]: 10_000 });
    await giveBack(receptionist, id, 4000);
    const [payment, refund] = await paymentsOf(admin, id);
    expect((await correctPayment(admin, payment?.id ?? ''))?.message).toContain(
      'corrige primero la devolución',
    );
    expect(await correctPayment(admin, refund?.id ?? '')).toBeNull();
    expect(await correctPayment(admin, payment?.id ?? '')).toBeNull();
    expect(await sums(id)).toEqual([0, 0]);
  });
});

describe('PAY-04 each payment once, by those who may', () => {
  test('PAY-04 sent twice it happens once, and with other values it is refused with what was done', async () => {
    const { id } = await open();
    const p_id = randomUUID();
    const twice = [0, 1].map(() => takePayment(receptionist, { [id]: 10_000 }, { p_id }));
    expect(await Promise.all(twice)).toEqual([null, null]);
    expect((await takePayment(receptionist, { [id]: 9000 }, { p_id }))?.message).toContain(
      'el pago quedó registrado',
    );
    expect((await takePayment(admin, { [id]: 10_000 }, { p_id }))?.code).toBe('PT409');
    const back = randomUUID();
    for (const error of [
      await giveBack(admin, id, 4000, { p_id: back }),
      await giveBack(admin, id, 4000, { p_id: back }),
    ])
      expect(error).toBeNull();
    const [payment] = await paymentsOf(admin, id);
    await giveBack(admin, id, 6000);
    expect(payment).toMatchObject({ amount: 10_000 });
    expect(await ledgerOf(shop, id)).toEqual(['cash 10000', 'transfer -4000', 'transfer -6000']);
  });

  test('PAY-04 two desks that take the balance or give it back at once: one does', async () => {
    const { id } = await open();
    const both = await Promise.all([receptionist, admin].map((by) => takePayment(by, { [id]: 20_000 })));
    expect(both.filter((error) => error === null)).toHaveLength(1);
    expect(await sums(id)).toEqual([20_000, 0]);
    const refunds = await Promise.all([receptionist, admin].map((by) => giveBack(by, id, 15_000)));
    expect(refunds.map((error) => error?.message ?? 'done').toSorted()).toEqual([
      'No se devuelve más de lo recibido por la orden, que es $5.000.',
      'done',
    ]);
  });

  test('PAY-04 technicians and customers record nothing, and nobody reads or writes the tables', async () => {
    const { id } = await open();
    await takePayment(receptionist, { [id]: 10_000 });
    const [payment] = await paymentsOf(admin, id);
    for (const by of [technician, customer, shop.people.other]) {
      expect((await takePayment(by, { [id]: 1000 }))?.code).toBe('42501');
      expect((await giveBack(by, id, 1000))?.code).toBe('42501');
      expect((await correctPayment(by, payment?.id ?? ''))?.code).toBe('42501');
    }
    for (const table of ['payments', 'payment_shares'])
      for (const by of [admin, customer])
        expect((await by.client.from(table as never).select('*')).error).not.toBeNull();
    expect(await ledgerOf(shop, id)).toEqual(['cash 10000']);
  });

  test('PAY-04 customers read the payments of their own orders, without who, reference and note', async () => {
    const person = await shop.addPerson('customer', { rut: '12345678-5' });
    const { id } = await makeOrder(shop, { ...orderOf(person), quote: 30_000, total_amount: 30_000 });
    await takePayment(receptionist, { [id]: 10_000 }, { p_reference: 'V-88', p_note: 'Lo trajo el hermano' });
    expect(await paymentsOf(person, id)).toMatchObject([
      { method: 'cash', amount: 10_000, created_by: null, reference: null, note: null },
    ]);
    await expect(paymentsOf(shop.people.other, id)).rejects.toThrow('Acceso no autorizado.');
    const { data } = await person.client.rpc('export_own_data');
    expect(data).toMatchObject({ ordenes: [{ pagos: [{ medio: 'Efectivo', monto: 10_000 }] }] });
    expect(JSON.stringify(data)).not.toContain('hermano');
  });
});

test('PAY-05 texts of a payment are one readable line and have limits', async () => {
  const { id } = await open();
  await takePayment(receptionist, { [id]: 1000 }, { p_reference: 'A\n1\u202E', p_note: '  ' });
  expect(await paymentsOf(admin, id)).toMatchObject([{ reference: 'A 1', note: '' }]);
  expect((await takePayment(receptionist, { [id]: 1000 }, { p_note: 'x'.repeat(501) }))?.message).toContain(
    '500 letras',
  );
});
