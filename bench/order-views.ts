/**
 * Measures the time that the counts of the desk's views add to its list over HTTP, with one client: the first page
 * alone, the page together with the counts, as the desk requests both, and then with the counts of twelve saved views
 * too (ORD-81): the shop's views, statuses and searches. A third of the orders belongs to one technician, and 2,000
 * messages have failed.
 *
 * Run: node bench/order-views.ts [orders]   (default 100000)
 * Target: at most 60 ms more (median).
 */
import { openShop, type Client } from '../supabase/test/support/shop.ts';
import { fillOrders } from './support/desk-orders.ts';

const COUNT = Number(process.argv[2] ?? 100_000);
const RUNS = 100;
const WARM_UP = 20;
const LIMIT_MS = 60;
const VIEWS = [
  'mine',
  'to_quote',
  'waiting',
  'to_repair',
  'ready',
  'to_return',
  'message_failed',
  'late',
  'at_risk',
];

async function list(client: Client, view?: string): Promise<void> {
  const { error } = await client.rpc('search_orders', view ? { p_view: view } : {});
  if (error) throw error;
}
async function ownCounts(client: Client): Promise<void> {
  const { error } = await client.rpc('count_saved_views');
  if (error) throw error;
}
async function counts(client: Client): Promise<void> {
  const { error } = await client.rpc('count_order_views');
  if (error) throw error;
}

const round = (value: number) => Math.round(value * 10) / 10;

async function time(ask: () => Promise<unknown>): Promise<{ median: number; p95: number }> {
  const times: number[] = [];
  for (let run = 0; run < WARM_UP + RUNS; run += 1) {
    const start = performance.now();
    await ask();
    if (run >= WARM_UP) times.push(performance.now() - start);
  }
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => round(sorted[Math.floor(sorted.length * share)] ?? 0);
  return { median: at(0.5), p95: at(0.95) };
}

await using shop = await openShop();
await fillOrders(shop, COUNT);
await shop.sql.begin(async (tx) => {
  await tx`set local session_replication_role = replica`;
  await tx`update public.service_orders set technician_id = ${shop.people.technician.id} where order_number % 3 = 0`;
  await tx`update public.service_orders set quote = 0, total_amount = 0 where status = 'pending'`;
  await tx`
    insert into public.whatsapp_messages (order_id, event, occurrence, template, params, phone, state)
    select o.id, 'created', 1, 'new_order', '{}', '56912345678',
      case when o.order_number % 5 = 0 then 'failed' else 'sent' end
    from public.service_orders o order by o.created_at desc limit 10000`;
});
await shop.sql`vacuum analyze public.service_orders`;
await shop.sql`vacuum analyze public.whatsapp_messages`;

const { client } = shop.people.technician;
const alone = await time(() => list(client));
const both = await time(() => Promise.all([list(client), counts(client)]));
const own = [
  ...VIEWS.slice(0, 5).map((view) => ({ view, technician_id: shop.people.technician.id })),
  ...['pending', 'quoted', 'delivered'].map((status) => ({ status })),
  { search: 'mar', field: 'customer_name' },
  { search: 'samsung', field: 'equipment_brand', status: 'completed' },
  { search: 'a1', field: 'equipment_model' },
  { search: '12', field: 'order_number' },
];
for (const [at, filter] of own.entries()) {
  const { error } = await client.from('saved_views').insert({ name: `Vista ${at}`, ...filter });
  if (error) throw error;
}
const all = await time(() => Promise.all([list(client), counts(client), ownCounts(client)]));
const table: Record<string, { median: number; p95: number }> = {
  'list alone': alone,
  'counts alone': await time(() => counts(client)),
  'list and counts': both,
  'counts of twelve own views alone': await time(() => ownCounts(client)),
  'list and all counts': all,
};
for (const view of VIEWS) table[`list of ${view}`] = await time(() => list(client, view));
console.table(table);
const more = round(both.median - alone.median);
console.log(`The counts add ${more} ms to the list at ${COUNT} orders (limit ${LIMIT_MS}).`);
const own12 = round(all.median - both.median);
console.log(`Those of twelve own views add ${own12} ms (limit ${LIMIT_MS}).`);
process.exitCode = Math.max(more, own12) <= LIMIT_MS ? 0 : 1;
