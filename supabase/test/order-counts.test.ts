/** The kept counts of the desk's list and its views, whatever writes orders and however many write at once (ORD-62). */
import { ORDER_STATUSES } from '@taller/shared/orders/status/order-status.ts';
import * as fc from 'fast-check';
import type postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder, orderOf } from './support/orders.ts';
import { newRut, openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

type Executor = Pick<postgres.Sql, 'unsafe'>;

/** Inserts orders in one statement. */
const addOrders = (sql: Executor, count: number, status: string, price: number | null) =>
  sql.unsafe(
    `insert into public.service_orders (customer_name, customer_phone, customer_rut, equipment_type, equipment_brand,
      equipment_model, status, quote, total_amount)
    select 'Ana Soto', '+56912345678', '12345678-5', 'smartphone', 'Samsung', 'A12', $2, coalesce($3, 0), $3
    from generate_series(1, $1::integer)`,
    [count, status, price],
  );

/** Compares the kept counts with the orders, as a connection or transaction sees both. */
async function expectAgreement(sql: Executor = shop.sql): Promise<void> {
  const kept = await sql.unsafe(`
    select status, total_amount as sign, on_hold, warranty_repair, sum(orders)::integer as orders
    from private.order_counts group by 1, 2, 3, 4 having sum(orders) <> 0 order by 1, 2, 3, 4`);
  const counted = await sql.unsafe(`
    select status, sign(coalesce(total_amount, 0))::integer as sign, on_hold, warranty_repair,
      count(*)::integer as orders
    from public.service_orders group by 1, 2, 3, 4 order by 1, 2, 3, 4`);
  expect([...kept]).toEqual([...counted]);
}

class RolledBack extends Error {}

/** Runs a transaction and commits it or takes it back. */
async function run(end: string, use: (tx: postgres.TransactionSql) => Promise<void>): Promise<void> {
  try {
    await shop.sql.begin(async (tx) => {
      await use(tx);
      if (end === 'rollback') throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
}

const anyStatus = fc.constantFrom(...ORDER_STATUSES);
const anyPrice = fc.constantFrom(null, 0, 25_000);
const anyWrite = fc.record({
  kind: fc.constantFrom('add', 'change', 'delete'),
  count: fc.nat(5),
  status: anyStatus,
  price: anyPrice,
  held: fc.boolean(),
});

test('ORD-62 the kept counts are those of the orders after any writes, kept or rolled back, rules on or off', async () => {
  const anyBatch = fc.record({
    writes: fc.array(anyWrite, { minLength: 1, maxLength: 12 }),
    end: fc.constantFrom('commit', 'rollback'),
    role: fc.constantFrom('origin', 'replica'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(anyBatch, { minLength: 1, maxLength: 4 }), async (batches) => {
      for (const { writes, end, role } of batches) {
        await run(end, async (tx) => {
          await tx`select set_config('session_replication_role', ${role}, true)`;
          for (const { kind, count, status, price, held } of writes) {
            const some = `id in (select id from public.service_orders order by md5(id::text) limit ${count})`;
            if (kind === 'add') await addOrders(tx, count, status, price);
            else if (kind === 'delete') await tx.unsafe(`delete from public.service_orders where ${some}`);
            else
              await tx.unsafe(
                `update public.service_orders set status = $1, quote = coalesce($2, 0), total_amount = $2, on_hold = $3
                where ${some}`,
                [status, price, held],
              );
          }
          await expectAgreement(tx);
        });
        await expectAgreement();
      }
    }),
    { numRuns: 15 },
  );
});

/** More changes than are kept without being summed. */
const MANY = 80;

async function changeMany(sql: Executor, id: string): Promise<void> {
  for (let index = 0; index < MANY; index += 1)
    await sql.unsafe('update public.service_orders set status = $2 where id = $1', [
      id,
      ['in_progress', 'approved'][index % 2] ?? '',
    ]);
}

test.each(['commit', 'rollback'])(
  'ORD-62 writers do not wait for an import that goes on, and both count after its %s',
  async (end) => {
    // The returns of one customer are settled one after the other: this one has another.
    const changed = await makeOrder(shop);
    await run(end, async (tx) => {
      const row = { ...orderOf(shop.people.customer), customer_rut: newRut() };
      const [imported] = await tx`insert into public.service_orders ${tx(row)} returning id`;
      await changeMany(tx, String(imported?.id));
      // A writer that waited here would wait for ever.
      await changeMany(shop.sql, changed.id);
      await shop.sql`delete from public.service_orders where id = ${changed.id}`;
      await expectAgreement();
      await expectAgreement(tx);
    });
    await expectAgreement();
  },
);

test('ORD-62 counts that many writers sum at once are right, and few', async () => {
  const orders = await Promise.all([1, 2, 3, 4].map(() => makeOrder(shop)));
  await Promise.all(orders.map(({ id }) => changeMany(shop.sql, id)));
  await expectAgreement();
  await changeMany(shop.sql, orders[0]?.id ?? '');
  const [{ rows } = {}] = await shop.sql`select count(*)::integer as rows from private.order_counts`;
  expect(rows).toBeLessThanOrEqual(65);
});

test('ORD-62 a statement that changes many orders reads the kept counts once, not for each of them', async () => {
  await addOrders(shop.sql, MANY, 'pending', null);
  await shop.sql.begin(async (tx) => {
    const scans = async () => {
      const [row] = await tx`select (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::integer as scans
        from pg_stat_xact_all_tables where relid = 'private.order_counts'::regclass`;
      return Number(row?.scans ?? 0);
    };
    const before = await scans();
    await tx`update public.service_orders set status = 'in_progress' where status = 'pending'`;
    // The scans count the changes, and find and delete those that are summed.
    expect((await scans()) - before).toBeLessThanOrEqual(5);
    await expectAgreement(tx);
  });
  await expectAgreement();
});

test('ORD-62 a transaction that keeps to one snapshot writes, though another one has summed meanwhile', async () => {
  const [one, other] = await Promise.all([makeOrder(shop), makeOrder(shop)]);
  await shop.sql.begin('isolation level repeatable read', async (tx) => {
    await expectAgreement(tx);
    await changeMany(shop.sql, one.id);
    await changeMany(tx, other.id);
    await expectAgreement(tx);
  });
  await expectAgreement();
});

test('ORD-62 counts of rows that came and went without triggers are corrected by the next cleaning', async () => {
  await addOrders(shop.sql, 3, 'pending', null);
  await shop.sql.begin(async (tx) => {
    const counting = [
      'count_added_orders',
      'count_deleted_orders',
      'count_truncated_orders',
      'recount_orders',
    ];
    for (const trigger of counting)
      await tx`alter table public.service_orders disable trigger ${tx(trigger)}`;
    await addOrders(tx, 5, 'quoted', 25_000);
    await tx`delete from public.service_orders where id = (select id from public.service_orders where status = 'pending' limit 1)`;
    for (const trigger of counting)
      await tx`alter table public.service_orders enable always trigger ${tx(trigger)}`;
  });
  // Twice at once: the difference is added once.
  await Promise.all([1, 2].map(() => shop.sql`select private.correct_order_counts()`));
  await expectAgreement();
  await shop.sql`insert into private.order_counts (status, total_amount, orders) values ('pending', 0, 100)`;
  await shop.sql`select public.run_retention()`;
  await expectAgreement();
});

test('ORD-62 emptying the table empties its counts', async () => {
  await makeOrder(shop);
  await shop.sql`truncate public.service_orders cascade`;
  await expectAgreement();
  const { data } = await shop.people.receptionist.client.rpc('count_order_views');
  expect(data?.length).toBeGreaterThan(8);
  expect(data?.filter(({ total }) => total !== 0)).toEqual([]);
});
