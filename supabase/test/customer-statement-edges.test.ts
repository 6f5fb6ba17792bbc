/** Edge cases of statements: orders that move, no orders, midnight of the shop, the wrong people (CARD-08). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymize } from './support/anonymize.ts';
import { change, makeOrder } from './support/orders.ts';
import { paymentsOf, takePayment } from './support/payments.ts';
import { newRut, openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const desk = () => shop.people.receptionist;

const statement = async (p_id: string, p_month: string) => {
  const { data, error } = await desk().client.rpc('customer_statement', { p_id, p_month });
  expect(error).toBeNull();
  return data as unknown as {
    opening: number;
    delivered: number;
    paid: number;
    closing: number;
    lines: { kind: string; amount: number; orders?: number[] }[];
  };
};

const delivered = (customer_rut: string, total: number) =>
  makeOrder(shop, { customer_rut, status: 'delivered', quote: total, total_amount: total });

test('CARD-08 an order that moves to another customer after a joint payment takes its price and its share along', async () => {
  const [one, other] = [newRut(), newRut()];
  const stays = await delivered(one, 30_000);
  const moves = await delivered(one, 20_000);
  expect(await takePayment(desk(), { [stays.id]: 30_000, [moves.id]: 15_000 })).toBeNull();
  await change(desk(), moves.id, { customer_rut: other });
  const month = '2026-11-01';
  await shop.sql`update public.service_orders set delivered_at = '2026-11-10 12:00-03' where customer_rut in (${one}, ${other})`;
  await shop.sql`update private.payments set created_at = '2026-11-11 12:00-03' where id = ${(await paymentsOf(desk(), stays.id))[0]?.id ?? ''}`;
  const [left, right] = [await statement(stays.id, month), await statement(moves.id, month)];
  expect(left).toMatchObject({ delivered: 30_000, paid: 30_000, closing: 0 });
  expect(right).toMatchObject({ delivered: 20_000, paid: 15_000, closing: 5000 });
  for (const { lines } of [left, right])
    expect(lines.find(({ kind }) => kind === 'payment')?.orders).toHaveLength(1);
});

test('CARD-08 a customer without orders has a statement of nothing, and of a month in another spelling', async () => {
  const { id } = await shop.addPerson('customer', { rut: newRut() });
  const nothing = { opening: 0, delivered: 0, paid: 0, closing: 0, lines: [] };
  expect(await statement(id, '2026-10-01')).toMatchObject(nothing);
  expect(await statement(id, '2026-10-31')).toMatchObject(nothing);
});

test('CARD-08 a month ends at midnight of the shop, in summer and in winter', async () => {
  const customer_rut = newRut();
  const moments = [
    ['2026-06-30 23:59:59.999-04', 1000],
    ['2026-07-01 00:00-04', 2000],
    ['2026-09-30 23:59:59.999-03', 4000],
    ['2026-10-01 00:00-03', 8000],
  ] as const;
  const ids: string[] = [];
  for (const [at, total] of moments) {
    const { id } = await delivered(customer_rut, total);
    await takePayment(desk(), { [id]: total / 2 });
    await shop.sql`update public.service_orders set delivered_at = ${at}::timestamptz where id = ${id}`;
    await shop.sql`update private.payments set created_at = ${at}::timestamptz where id = ${(await paymentsOf(desk(), id))[0]?.id ?? ''}`;
    ids.push(id);
  }
  const of = async (month: string) => {
    const { opening, delivered: due, paid, closing } = await statement(ids[0] ?? '', month);
    return [opening, due, paid, closing];
  };
  expect(await of('2026-06-01')).toEqual([0, 1000, 500, 500]);
  expect(await of('2026-07-01')).toEqual([500, 2000, 1000, 1500]);
  expect(await of('2026-09-01')).toEqual([1500, 4000, 2000, 3500]);
  expect(await of('2026-10-01')).toEqual([3500, 8000, 4000, 7500]);
});

test('CARD-09 an order of a person who was forgotten names nobody on its statement, and its money stays', async () => {
  const rut = newRut();
  const order = await delivered(rut, 12_000);
  await takePayment(desk(), { [order.id]: 12_000 });
  await shop.sql`update public.service_orders set warranty_days = 0, delivered_at = '2026-08-01 12:00-04' where id = ${order.id}`;
  expect((await anonymize(shop.people.admin, 'rut', rut)).error).toBeNull();
  const seen = await statement(order.id, '2026-08-01');
  expect(seen).toMatchObject({ name: 'Cliente anonimizado', delivered: 12_000 });
  expect(JSON.stringify(seen)).not.toContain(rut);
});

test('CARD-08 the wrong people read no statement and nothing of a card', async () => {
  const { id } = await delivered(newRut(), 5000);
  for (const actor of ['technician', 'customer', 'anon'] as const) {
    const client = shop.clientOf(actor);
    const answers = {
      statement: await client.rpc('customer_statement', { p_id: id, p_month: '2026-10-01' }),
      payment: await client.rpc('take_payment', {
        p_id: crypto.randomUUID(),
        p_orders: [{ id, amount: 100 }],
        p_method: 'transfer',
      }),
      remove: await client.rpc('remove_customer_contact', { p_contact: id }),
      ...(actor !== 'technician' && {
        record: await client.rpc('customer_record', { p_id: id }),
        orders: await client.rpc('customer_orders', { p_id: id }),
        devices: await client.rpc('customer_devices', { p_id: id }),
      }),
    };
    for (const [name, { error }] of Object.entries(answers))
      expect(error?.code, `${actor} ${name}`).toBe('42501');
  }
  for (const actor of ['customer', 'anon'] as const)
    expect((await shop.clientOf(actor).from('customer_contacts').select('id')).data ?? [], actor).toEqual([]);
});
