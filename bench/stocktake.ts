/**
 * Limit of closing a stocktake: of 20,000 products, all counted, one in ten differs, and then every one; each takes at
 * most half of the time that a statement of the staff may take (8 s), through the API.
 *
 * node bench/stocktake.ts
 */
import { randomUUID } from 'node:crypto';
import { openShop } from '../supabase/test/support/shop.ts';
import { insertInventory } from './support/inventory-rows.ts';

const ITEMS = 20_000;
const LIMIT_MS = 4000;

await using shop = await openShop();
const { admin } = shop.people;
await insertInventory(shop.sql, { items: ITEMS, logs: 50_000 }, [admin.id]);

/** Counts one piece too many of every `nth` product, and closes the stocktake. */
async function closeOne(nth: number): Promise<void> {
  const started = await admin.client.rpc('start_stocktake', { p_request_id: randomUUID() });
  if (started.error) throw new Error(started.error.message);
  const id = started.data;
  await shop.sql`
    insert into private.stocktake_lines (stocktake_id, item_id, reason, explained)
    select ${id}, id, 'miscount', 1 from public.inventory`;
  await shop.sql`
    insert into private.stocktake_scans (id, stocktake_id, item_id, quantity, counted_at, counted_by)
    select gen_random_uuid(), ${id}, id, quantity + (item_number % ${nth} = 0)::integer, now(), ${admin.id}
    from public.inventory`;
  await shop.sql`analyze private.stocktake_lines, private.stocktake_scans`;
  await admin.client.rpc('finish_stocktake', { p_request_id: randomUUID(), p_stocktake_id: id });
  const from = performance.now();
  const { data, error } = await admin.client.rpc('close_stocktake', {
    p_request_id: randomUUID(),
    p_stocktake_id: id,
  });
  const took = performance.now() - from;
  if (error) throw new Error(error.message);
  console.log(`${String(data)} differences closed in ${took.toFixed(0)} ms (limit ${LIMIT_MS} ms)`);
  if (data !== ITEMS / nth || took > LIMIT_MS) process.exitCode = 1;
}

await closeOne(10);
await closeOne(1);
