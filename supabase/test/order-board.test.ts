/** The board's columns (TIME-33, TIME-34). */
import { ORDER_STATUSES } from '@taller/shared/orders/status/order-status.ts';
import { BOARD_COLUMNS } from '@taller/shared/orders/work/board-columns.ts';
import { columnOf } from '@taller/shared/orders/work/work-order.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { change, makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';
import { endWait, setWait, waitsOf } from './support/waits.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(() => shop.sql`delete from public.service_orders where id is not null`);

async function board(limits: Record<string, number> = {}) {
  const { data, error } = await shop.people.technician.client.rpc('order_board', { p_limits: limits });
  if (error) throw error;
  return data;
}

test('TIME-33 the columns are those of the interface', async () => {
  const [row] = await shop.sql`select private.board_columns() as columns`;
  expect(row?.columns).toEqual(BOARD_COLUMNS);
});

test('TIME-33 a column has its first orders, the oldest first, and how many there are', async () => {
  const orders = [];
  for (let nth = 0; nth < 3; nth += 1) orders.push(await makeOrder(shop));
  const [first, second] = orders.map(({ id }) => id);
  expect((await board({ pending: 2 })).map(({ id, total, place }) => [id, total, place])).toEqual([
    [first, 3, 'pending'],
    [second, 3, 'pending'],
  ]);
  expect(await board()).toHaveLength(3);
});

const STATUSES = ['pending', 'in_progress', 'quoted', 'completed', 'cancelled', 'delivered'];
const step = fc.oneof(
  fc.record({ kind: fc.constant('status' as const), status: fc.constantFrom(...STATUSES) }),
  fc.record({ kind: fc.constant('wait' as const), reason: fc.constantFrom('part', 'customer') }),
  fc.record({ kind: fc.constant('end' as const) }),
);
const LENGTHS = [
  { runs: 5, tags: [] as string[] },
  { runs: 60, tags: ['exhaustive'] },
];

for (const { runs, tags } of LENGTHS)
  test(
    `TIME-34 over ${runs} random lives an order is in one place, and the counts are right`,
    { tags },
    async () => {
      const { technician } = shop.people;
      const others = await Promise.all(ORDER_STATUSES.map((status) => makeOrder(shop, { status })));
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 7 }), async (life) => {
          const { id } = await makeOrder(shop, { quote: 20_000, total_amount: 20_000 });
          for (const act of life) {
            const open = (await waitsOf(shop, id)).find(({ outcome }) => outcome === null);
            if (act.kind === 'wait')
              await setWait(technician, id, {
                p_reason: act.reason,
                ...(open && { p_seen: open.id, p_seen_version: open.version }),
              });
            else if (act.kind === 'end' && open) await endWait(technician, open.id);
            else if (act.kind === 'status')
              await change(technician, id, {
                status: act.status,
                cancellation_reason: 'Sin arreglo',
                warranty_days: 30,
              });
            const rows = await board({
              pending: 500,
              in_progress: 500,
              quoted: 500,
              on_hold: 500,
              completed: 500,
            });
            expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
            for (const row of rows) {
              expect(columnOf(row as never)).toBe(row.place);
              expect(rows.filter(({ place }) => place === row.place)).toHaveLength(row.total);
            }
            // Open orders, those that wait, and those that are ready: nobody is missing.
            const [{ total } = {}] = await shop.sql`
            select count(*)::integer as total from public.service_orders
            where status = any (private.board_columns())`;
            expect(rows).toHaveLength(Number(total));
          }
        }),
        { numRuns: runs, seed: 20_261_127, endOnFailure: true },
      );
      expect(others).toHaveLength(ORDER_STATUSES.length);
    },
  );
