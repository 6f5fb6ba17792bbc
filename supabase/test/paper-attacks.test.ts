/** Strangers at /verificar: guessed codes and digits, others' slips, and damaged records (REC-68, REC-69). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder } from './support/orders.ts';
import { checkedBy, paperCode, readWith } from './support/papers.ts';
import { newRut, openShop, type Shop } from './support/shop.ts';
import { sign } from './support/signatures.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

async function signedOrder(phone: string, columns: Record<string, string> = {}) {
  const { receptionist } = shop.people;
  const order = await makeOrder(shop, { customer_rut: newRut(), customer_phone: phone, ...columns });
  expect((await sign(receptionist, order.id)).error).toBeNull();
  return { ...order, code: await paperCode(receptionist, order.id) };
}
const outcomesOf = async (guesses: readonly Promise<{ outcome: string }>[]) => {
  const counts: Record<string, number> = {};
  for (const { outcome } of await Promise.all(guesses)) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
};

test('REC-69 of forty guesses at once, by many clients, five are answered, and the right one is among none of the others', async () => {
  const { code, id } = await signedOrder('+56 9 8111 2233');
  const guesses = Array.from({ length: 40 }, async (_, at) =>
    readWith(shop.newClient(), code, String(3000 + at)),
  );
  expect(await outcomesOf(guesses)).toEqual({ wrong: 5, too_many: 35 });
  expect((await readWith(shop.newClient(), code, '2233')).outcome).toBe('too_many');
  const [left] = await shop.sql`select count(*)::integer as kept, count(digits)::integer as digits
    from private.paper_attempts where order_id = ${id}`;
  expect(left).toEqual({ kept: 5, digits: 0 });
});

test('REC-69 the codes of a visit’s slip, one for each device, give no more guesses than one', async () => {
  const customer_rut = newRut();
  const orders: Awaited<ReturnType<typeof signedOrder>>[] = [];
  for (let device = 0; device < 3; device += 1)
    orders.push(await signedOrder('+56 9 8111 2233', { customer_rut }));
  const [visit] = await shop.sql`select nextval('private.visit_numbers')::integer as number`;
  for (const { id } of orders)
    await shop.sql`insert into private.visit_orders (order_id, visit) values (${id}, ${visit?.number})`;
  const guesses = Array.from({ length: 18 }, async (_, at) =>
    readWith(shop.newClient(), String(orders[at % 3]?.code), String(3000 + at)),
  );
  expect(await outcomesOf(guesses)).toEqual({ wrong: 5, too_many: 13 });
});

test('REC-69 guesses that wait for their answer count, and so do those whose answer nobody asks for', async () => {
  const { code } = await signedOrder('+56 9 8111 2233');
  const tickets = await Promise.all(
    Array.from({ length: 12 }, async () => shop.anon.rpc('try_paper', { p_code: code, p_digits: '2233' })),
  );
  expect(tickets.filter(({ data }) => data !== null)).toHaveLength(5);
  // A lost answer is asked for again by its ticket, and is given once.
  const [first] = tickets.flatMap(({ data }) => (data === null ? [] : [data]));
  const answers = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const { data } = await shop.newClient().rpc('read_paper', { p_ticket: String(first) });
      return (data as { outcome: string }).outcome;
    }),
  );
  expect(answers.toSorted()).toEqual(['expired', 'expired', 'shown']);
});

test('REC-69 digits open the slips of their own order alone, and a code is of no other order', async () => {
  const one = await signedOrder('+56 9 8111 2233');
  const other = await signedOrder('+56 9 8111 4455');
  expect((await readWith(shop.anon, one.code, '4455')).outcome).toBe('wrong');
  expect((await readWith(shop.anon, other.code, '2233')).outcome).toBe('wrong');
  expect(await readWith(shop.anon, other.code, '4455')).toMatchObject({
    paper: { number: other.order_number },
  });
  const [event = '', rest = ''] = one.code.split('-');
  const [otherEvent = '', otherRest = ''] = other.code.split('-');
  for (const mixed of [
    `${event}-${otherRest}`,
    `${otherEvent}-${rest}`,
    `${event}-${rest.slice(20)}${rest.slice(0, 20)}`,
  ])
    expect(await checkedBy(shop, mixed)).toEqual({ state: 'unknown' });
  // The code is one's own, the hash another's.
  expect((await checkedBy(shop, `${event}-${rest.slice(0, 20)}${otherRest.slice(20)}`)).state).toBe(
    'differs',
  );
});

test('REC-68 a guessed code is answered as one that was never given, whether its record exists or not', async () => {
  const { code } = await signedOrder('+56 9 8111 2233');
  const event = Number(code.split('-')[0]);
  const guesses = [event, event + 1_000_000, 0].map(
    (at) => `${at}-${randomUUID().replaceAll('-', '')}00000000`,
  );
  for (const p_code of guesses) {
    expect(await checkedBy(shop, p_code)).toEqual({ state: 'unknown' });
    const { error } = await shop.anon.rpc('try_paper', { p_code, p_digits: '2233' });
    expect([error?.code, error?.message]).toEqual([
      'P0002',
      'Este código no es de ningún registro de la tienda.',
    ]);
  }
  expect(await shop.sql`select from private.paper_attempts where code = any (${guesses})`).toHaveLength(0);
});

test('REC-68 the slip of a cancelled order agrees, and so does that of one that went on', async () => {
  const { technician } = shop.people;
  const { id, code } = await signedOrder('+56 9 8111 2233');
  const cancelled = { status: 'cancelled', cancellation_reason: 'Se arrepintió' };
  expect((await change(technician, id, cancelled)).error).toBeNull();
  expect(await paperCode(technician, id)).toBe(code);
  expect(await checkedBy(shop, code)).toMatchObject({ state: 'agrees', kind: 'reception', later: [] });
  await change(technician, id, { status: 'pending' });
  expect(await checkedBy(shop, code)).toMatchObject({ state: 'agrees', later: [] });
});

test('REC-69 what is read holds no other order, no internal note, and nothing of who signed but the name', async () => {
  const { code } = await signedOrder('+56 9 8111 2233', {
    customer_name: 'Rosa Papel',
    notes: 'Nota de la orden',
  });
  const read = await readWith(shop.anon, code, '2233');
  expect(Object.keys(read).toSorted()).toEqual(['outcome', 'paper', 'photos', 'signatures']);
  expect(Object.keys(read.signatures?.[0] ?? {}).toSorted()).toEqual([
    'at',
    'by_link',
    'is_corrected',
    'is_drawn',
    'kind',
    'name',
  ]);
  for (const word of ['Rosa Papel', '8111', 'Nota de la orden', 'salt', 'strokes'])
    expect(JSON.stringify(read)).not.toContain(word);
});

test('REC-62 a customer’s own copy is given although a record was damaged', async () => {
  const { customer } = shop.people;
  const { id } = await makeOrder(shop);
  await shop.sql`insert into private.record_keys (id, public_key) values ('0123456789ABCDEF', repeat('x', 43))`;
  await shop.sql`insert into private.sealed_records
    (seq, event_id, order_id, kind, body, sha256, previous, signature, key_id)
    values (1, 1000000000, ${id}, 'delivery', 'x', 'a', 'b', 'c', '0123456789ABCDEF')`;
  const { data, error } = await customer.client.rpc('export_own_data');
  expect(error).toBeNull();
  expect(JSON.stringify(data)).toContain('"registros_sellados":[{');
});
