/** Order import: all or nothing, no duplicates, original numbers and dates, no messages (ORD-16). */
import { importRow } from '@taller/shared/testing/sample-order.ts';
import { randomUUID } from 'node:crypto';
import type { ImportRow } from '@taller/shared/orders/import-orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ admin } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());

let nextNumber = 40_000;

function rowOf(change: Partial<ImportRow> = {}): ImportRow {
  nextNumber += 1;
  return importRow({ row: nextNumber, order_number: nextNumber, ...change });
}

async function open(hash: string = randomUUID()): Promise<string> {
  const { data, error } = await admin.client.rpc('begin_import', {
    p_file_name: 'antiguo.csv',
    p_file_hash: hash,
    p_row_count: 3,
  });
  if (error) throw error;
  return data.id;
}

async function send(batch: string, rows: readonly ImportRow[]) {
  const { data, error } = await admin.client.rpc('import_orders', {
    p_batch_id: batch,
    p_rows: rows as never,
  });
  return { outcomes: data?.map(({ outcome }) => outcome), error };
}

async function check(rows: readonly ImportRow[]) {
  const { data, error } = await admin.client.rpc('check_import', { p_rows: rows as never });
  if (error) throw error;
  return data.map(({ row, outcome, order_number }) => ({ row, outcome, order_number }));
}

const stored = (row: ImportRow) =>
  shop.sql`select * from public.service_orders where import_key = ${row.key}`;

async function count(table: 'whatsapp_messages' | 'notifications' | 'service_orders'): Promise<number> {
  const [row] = await shop.sql`select count(*)::int as n from ${shop.sql(table)}`;
  return Number(row?.n);
}

test('ORD-16 an order keeps its number, its date, its state and its amounts', async () => {
  const row = rowOf({ status: 'delivered', updated_at: '2013-06-21T16:00:00.002Z', warranty_days: 30 });
  expect(await send(await open(), [row])).toEqual({ outcomes: ['imported'], error: null });
  expect(await stored(row)).toMatchObject([
    {
      order_number: row.order_number,
      created_at: new Date(row.created_at),
      updated_at: new Date('2013-06-21T16:00:00.002Z'),
      delivered_at: new Date('2013-06-21T16:00:00.002Z'),
      status: 'delivered',
      customer_rut: '12345678-5',
      total_amount: '45990',
      advance_payment: '20000',
      warranty_days: 30,
    },
  ]);
});

test('ORD-16 ORD-102 an order of somebody with a document of another country keeps it', async () => {
  const row = rowOf({ customer_rut: 'DE/AB123456X' });
  expect(await send(await open(), [row])).toEqual({ outcomes: ['imported'], error: null });
  expect(await stored(row)).toMatchObject([{ customer_rut: 'DE/AB123456X' }]);
});

test('ORD-16 no message and no notification, whatever the state', async () => {
  const before = [await count('whatsapp_messages'), await count('notifications')];
  const states = [
    'pending',
    'in_progress',
    'quoted',
    'approved',
    'rejected',
    'completed',
    'cancelled',
    'delivered',
  ] as const;
  const { outcomes } = await send(
    await open(),
    states.map((status) => rowOf({ status })),
  );
  expect(outcomes).toEqual(states.map(() => 'imported'));
  expect([await count('whatsapp_messages'), await count('notifications')]).toEqual(before);
});

test('ORD-16 all of a batch or nothing: one row that breaks a rule, and its message names the line', async () => {
  const good = rowOf();
  const bad = rowOf({ row: 17, customer_name: '  ' });
  const orders = await count('service_orders');
  const { error } = await send(await open(), [good, bad]);
  expect(error).toMatchObject({ code: '23514', details: '17' });
  expect(error?.message).toMatch(/^La fila 17 no se puede importar: /);
  expect(await count('service_orders')).toBe(orders);
});

test('ORD-16 nothing twice: the same row again, from the same file or another', async () => {
  const row = rowOf();
  const batch = await open();
  expect((await send(batch, [row])).outcomes).toEqual(['imported']);
  expect((await send(batch, [row])).outcomes).toEqual(['duplicate']);
  expect((await send(await open(), [{ ...row, order_number: undefined }])).outcomes).toEqual(['duplicate']);
  expect(await stored(row)).toHaveLength(1);
});

test('ORD-16 the same file finds its own import again', async () => {
  const hash = randomUUID();
  const first = await open(hash);
  await send(first, [rowOf(), rowOf()]);
  expect(await open(hash)).toBe(first);
  const [batch] = await shop.sql`select imported_count from public.import_batches where id = ${first}`;
  expect(batch?.imported_count).toBe(2);
});

test('ORD-16 thirty batches with the same rows at once: each row goes in once', async () => {
  const batch = await open();
  const rows = [rowOf(), rowOf(), rowOf()];
  const answers = await Promise.all(Array.from({ length: 30 }, () => send(batch, rows)));
  const outcomes = answers.flatMap((answer) => answer.outcomes ?? []);
  expect(outcomes.filter((outcome) => outcome === 'imported')).toHaveLength(3);
  expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(87);
});

test('ORD-16 a number that another order has is not taken over', async () => {
  const existing = await makeOrder(shop);
  const row = rowOf({ order_number: existing.order_number });
  expect((await send(await open(), [row])).outcomes).toEqual(['number_taken']);
  expect(await stored(row)).toHaveLength(0);
});

test('ORD-16 new orders get numbers after the imported ones', async () => {
  const row = rowOf({ order_number: 77_000 });
  await send(await open(), [row]);
  const made = await makeOrder(shop);
  expect(made.order_number).toBeGreaterThan(77_000);
  const numberless = rowOf({ order_number: undefined });
  await send(await open(), [numberless]);
  const [order] = await stored(numberless);
  expect(order?.order_number).toBeGreaterThan(made.order_number);
});

test('ORD-16 the dry run reports the same, and writes nothing', async () => {
  const known = rowOf();
  await send(await open(), [known]);
  const existing = await makeOrder(shop);
  const fresh = rowOf();
  const inTheWay = rowOf({ order_number: existing.order_number });
  const orders = await count('service_orders');
  expect(await check([known, fresh, inTheWay])).toEqual([
    { row: known.row, outcome: 'duplicate', order_number: known.order_number },
    { row: fresh.row, outcome: 'new', order_number: null },
    { row: inTheWay.row, outcome: 'number_taken', order_number: existing.order_number },
  ]);
  expect(await count('service_orders')).toBe(orders);
});

test('ORD-16 no more than 1,000 rows in one call', async () => {
  const rows = Array.from({ length: 1001 }, () => rowOf());
  expect((await send(await open(), rows)).error?.code).toBe('22023');
  await expect(check(rows)).rejects.toMatchObject({ code: '22023' });
});

test.each(['receptionist', 'technician', 'customer', 'anon'] as const)(
  'ORD-16 an import is refused to: %s',
  async (actor) => {
    const batch = await open();
    const client = shop.clientOf(actor);
    const rows = [rowOf()] as never;
    const orders = await count('service_orders');
    const answers = await Promise.all([
      client.rpc('begin_import', { p_file_name: 'x.csv', p_file_hash: 'x', p_row_count: 1 }),
      client.rpc('check_import', { p_rows: rows }),
      client.rpc('import_orders', { p_batch_id: batch, p_rows: rows }),
    ]);
    expect(answers.map(({ error }) => error?.code)).toEqual(['42501', '42501', '42501']);
    expect(await count('service_orders')).toBe(orders);
  },
);

test('ORD-51 a number far beyond the shop’s is refused, and the next order follows the others', async () => {
  const before = await makeOrder(shop);
  const { error } = await send(await open(), [rowOf(), rowOf({ row: 8, order_number: 2_147_483_647 })]);
  expect(error).toMatchObject({
    code: '23514',
    details: '8',
    message:
      'La fila 8 no se puede importar: El número 2147483647 está muy por encima de los de este taller (hasta 999999).',
  });
  for (const order_number of [1_000_000, 99_999_999_999, -3]) {
    expect((await send(await open(), [rowOf({ row: 9, order_number })])).error?.details).toBe('9');
  }
  expect((await makeOrder(shop)).order_number).toBe(before.order_number + 1);
});

test('ORD-51 a batch that is refused or rolled back leaves the numbers as they were', async () => {
  const before = await makeOrder(shop);
  const far = rowOf({ order_number: before.order_number + 50_000 });
  expect((await send(await open(), [far, rowOf({ customer_name: ' ' })])).error?.code).toBe('23514');
  expect((await makeOrder(shop)).order_number).toBe(before.order_number + 1);
});

test('ORD-52 a batch reports for each row the same outcome as the rows one by one', async () => {
  const known = rowOf();
  await send(await open(), [known]);
  const first = rowOf();
  const sameNumber = rowOf({ order_number: first.order_number });
  const numberless = rowOf({ order_number: undefined });
  const rows = [known, first, first, sameNumber, numberless, numberless];
  expect((await send(await open(), rows)).outcomes).toEqual([
    'duplicate',
    'imported',
    'duplicate',
    'number_taken',
    'imported',
    'duplicate',
  ]);
  const events = await shop.sql`
    select e.kind, e.version, e.actor_id, e.actor_name, e.actor_role, e.changes from public.order_events e
    join public.service_orders o on o.id = e.order_id where o.import_key in ${shop.sql([first.key, numberless.key])}`;
  const line = {
    kind: 'imported',
    version: 1,
    actor_id: admin.id,
    actor_name: admin.fullName,
    actor_role: 'admin',
    changes: {},
  };
  expect(events.map((event) => ({ ...event }))).toEqual([line, line]);
});

test('ORD-52 imported orders are found by the search, and its indexes are as before', async () => {
  const row = rowOf({ customer_name: 'Hortensia Quilodrán' });
  await send(await open(), [row]);
  const { data } = await admin.client.rpc('search_orders', {
    p_field: 'customer_name',
    p_search: 'quilodran',
  });
  expect(data?.map(({ order_number }) => order_number)).toEqual([row.order_number]);
  const indexes = await shop.sql`
    select reloptions from pg_class where relname = 'order_texts_trigrams'`;
  expect(new Set(indexes.map(({ reloptions }) => String(reloptions)))).toEqual(new Set(['fastupdate=off']));
});

test('ORD-52 an account whose phone is on an imported order of its RUT is tied', async () => {
  const person = await shop.addPerson('customer', { proven: false });
  await send(await open(), [rowOf({ customer_rut: person.rut, customer_phone: person.phone })]);
  const [profile] = await shop.sql`select rut_verified_at from public.profiles where id = ${person.id}`;
  expect(profile?.rut_verified_at).toBeInstanceOf(Date);
});

test.each(['infinity', '-infinity', '294276-01-01T00:00:00Z', '0202-01-01T00:00:00Z'])(
  'SEC-60 an order of the day %s is refused by its row: no screen could show it',
  async (day) => {
    for (const change of [{ created_at: day }, { status: 'delivered', updated_at: day }] as const) {
      const row = rowOf(change);
      const { error } = await send(await open(), [rowOf(), row]);
      expect(error?.message).toBe(
        `La fila ${row.row} no se puede importar: La fecha no es posible: elige una entre los años 1900 y 2099.`,
      );
      expect(await stored(row)).toEqual([]);
    }
  },
);

const renumber = true;

test('ORD-123 a row whose number is taken comes in with the next number, and is found by both', async () => {
  const taken = await makeOrder(shop, { order_number: rowOf().order_number ?? 0 });
  const row = rowOf({ order_number: taken.order_number, renumber, customer_name: 'Elsa Vidal' });
  expect(await check([row])).toMatchObject([{ outcome: 'new' }]);
  const batch = await open();
  expect(await send(batch, [row])).toEqual({ outcomes: ['imported'], error: null });
  // The same file again, as after a lost answer.
  expect(await send(batch, [row])).toEqual({ outcomes: ['duplicate'], error: null });

  const [order] = await stored(row);
  expect(order).toMatchObject({ former_number: taken.order_number, customer_name: 'Elsa Vidal' });
  expect(order?.order_number).not.toBe(taken.order_number);
  const numbersOf = async (p_search: string, options = {}) => {
    const { data } = await admin.client.rpc('search_orders', { p_search, ...options });
    return data?.map(({ order_number }) => order_number).toSorted((a, b) => a - b);
  };
  const both = [taken.order_number, Number(order?.order_number)].toSorted((a, b) => a - b);
  expect(await numbersOf(String(taken.order_number))).toEqual(both);
  expect(await numbersOf(String(taken.order_number), { p_sort: 'created' })).toEqual(both);
  expect(await numbersOf(String(order?.order_number))).toEqual([order?.order_number]);
  const { data: found } = await shop.people.receptionist.client.rpc('find_orders', {
    p_search: String(taken.order_number),
  });
  expect(found?.map(({ id }) => id)).toEqual(expect.arrayContaining([taken.id, order?.id]));
});

test('ORD-123 of rows with one number the first has it; the others get new ones, also when one row is refused', async () => {
  const first = rowOf({ renumber });
  const second = rowOf({ order_number: first.order_number ?? 0, renumber });
  const wrong = rowOf({ renumber, customer_name: ' ' });
  const refused = await send(await open(), [first, second, wrong]);
  expect(refused.error?.details).toBe(String(wrong.row));
  expect(await stored(first)).toEqual([]);

  expect(await send(await open(), [first, second])).toEqual({
    outcomes: ['imported', 'imported'],
    error: null,
  });
  expect(await stored(first)).toMatchObject([{ order_number: first.order_number, former_number: null }]);
  expect(await stored(second)).toMatchObject([{ former_number: first.order_number }]);
});

test('ORD-123 without asking for another number a taken one stays out', async () => {
  const taken = await makeOrder(shop, { order_number: rowOf().order_number ?? 0 });
  const row = rowOf({ order_number: taken.order_number });
  expect(await check([row])).toMatchObject([{ outcome: 'number_taken' }]);
  expect(await send(await open(), [row])).toEqual({ outcomes: ['number_taken'], error: null });
});
