/**
 * Measures the first rows of queue and board, and the suggestion of a promised date, over HTTP with one client, in a
 * shop with 100,000 orders, of which some hundreds in each column are open and promised (TIME-26, TIME-30, TIME-33).
 *
 * Run: node bench/queue.ts [orders]   (default 100000)
 * Target: p95 under 60 ms with 500 orders in each column; the desk's first page at most 1.05 times as slow as in a
 * shop that differs in having no promises, asked in turns.
 */
import { openShop, type Client, type Shop } from '../supabase/test/support/shop.ts';
import { fillOrders } from './support/desk-orders.ts';

const COUNT = Number(process.argv[2] ?? 100_000);
const RUNS = 200;
const WARM_UP = 30;
const LIMIT_MS = 60;
const LONGEST_RATIO = 1.05;

const round = (value: number) => Math.round(value * 10) / 10;

type Ask = () => PromiseLike<{ error: unknown }>;

async function timesOf(ask: Ask): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < WARM_UP + RUNS; run += 1) {
    const start = performance.now();
    const { error } = await ask();
    if (error) throw error;
    if (run >= WARM_UP) times.push(performance.now() - start);
  }
  return times;
}

function sharesOf(times: readonly number[]): { median: number; p95: number } {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => round(sorted[Math.floor(sorted.length * share)] ?? 0);
  return { median: at(0.5), p95: at(0.95) };
}

await using shop = await openShop();
await fillOrders(shop, COUNT);
const { technician, admin } = shop.people;
const began = performance.now();
await shop.sql.begin(async (tx) => {
  await tx`set local session_replication_role = replica`;
  await tx`
    update public.service_orders set completed_at = created_at + make_interval(hours => 2 + order_number % 90)
    where status = 'delivered' and created_at between now() - interval '1 year' and now() - interval '5 days'`;
});
const [learnt] = await shop.sql`select private.refresh_past_repairs() as repairs`;
console.log(`${learnt?.repairs} repairs learnt in ${round((performance.now() - began) / 1000)} s`);

/** Opens the newest orders until each column has so many; a third is the technician's, a tenth has waited. */
async function openOrders({ sql, people }: Shop, each: number, isPromised = true): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`delete from public.order_waits where id is not null`;
    await tx`
      with newest as (
        select o.id, row_number() over (order by o.created_at desc) as nth from public.service_orders o
        order by o.created_at desc limit ${each * 6}
      )
      update public.service_orders o
      set status = (array['pending', 'in_progress', 'quoted', 'approved', 'completed', 'pending'])[1 + n.nth % 6],
        on_hold = n.nth % 6 = 5, approved_at = case when n.nth % 6 = 3 then o.created_at end,
        technician_id = case when n.nth % 3 = 0 then ${people.technician.id}::uuid end,
        promised_at = case when ${isPromised} then now() + make_interval(hours => (n.nth % 200 - 50)::integer) end,
        at_risk_from = case when ${isPromised} and n.nth % 6 <> 4 then now() + make_interval(hours => (n.nth % 200 - 70)::integer) end
      from newest n where n.id = o.id`;
    await tx`
      insert into public.order_waits (order_id, reason, label, stops_clock, started_at, ended_at, outcome)
      select o.id, 'part', 'Repuesto', true, o.created_at, case when not o.on_hold then now() end,
        case when not o.on_hold then 'arrived' end
      from public.service_orders o
      where o.on_hold or o.status in ('pending', 'in_progress') and o.order_number % 10 = 0`;
    await tx`delete from private.order_counts where id is not null`;
  });
  await sql`select private.correct_order_counts()`;
  await sql`vacuum analyze public.service_orders`;
  await sql`vacuum analyze public.order_waits`;
}

const CLUES = { p_type: 'smartphone', p_brand: 'Samsung', p_problem: 'Pantalla rota' };
const CASES: Readonly<
  Record<string, (each: number) => [Client, 'technician_queue' | 'order_board', object]>
> = {
  'queue of a technician': () => [technician.client, 'technician_queue', {}],
  'queue of everybody': () => [admin.client, 'technician_queue', {}],
  board: () => [admin.client, 'order_board', {}],
  'board, 500 of a column': () => [admin.client, 'order_board', { p_limits: { pending: 500 } }],
  'desk, first page': () => [admin.client, 'search_orders' as 'order_board', {}],
  'desk, late': () => [admin.client, 'search_orders' as 'order_board', { p_view: 'late' }],
  suggestion: () => [admin.client, 'suggest_promise' as 'order_board', CLUES],
  'desk, idle': () => [admin.client, 'search_orders' as 'order_board', { p_view: 'idle' }],
  'counts of the views': () => [admin.client, 'count_order_views' as 'order_board', {}],
};

let worst = 0;
for (const each of [1, 500]) {
  await openOrders(shop, each);
  const table: Record<string, { median: number; p95: number }> = {};
  for (const [name, call] of Object.entries(CASES)) {
    const [client, rpc, args] = call(each);
    table[name] = sharesOf(await timesOf(() => client.rpc(rpc, args)));
  }
  console.log(`${COUNT} orders, ${each} in each column`);
  console.table(table);
  worst = Math.max(
    worst,
    ...['queue of a technician', 'queue of everybody', 'board', 'suggestion'].map(
      (name) => table[name]?.p95 ?? Infinity,
    ),
  );
}

await using plain = await openShop();
await fillOrders(plain, COUNT);
await openOrders(plain, 500, false);
const PAGES = { 'desk, first page': 'search_orders', 'counts of the views': 'count_order_views' } as const;
const compared: Record<string, Record<string, number>> = {};
for (const [name, rpc] of Object.entries(PAGES)) {
  const times: Record<'without' | 'promised', number[]> = { without: [], promised: [] };
  for (let run = 0; run < WARM_UP + 3 * RUNS; run += 1)
    for (const kind of run % 2 > 0
      ? (['without', 'promised'] as const)
      : (['promised', 'without'] as const)) {
      const { client } = (kind === 'promised' ? shop : plain).people.admin;
      const start = performance.now();
      const { error } = await client.rpc(rpc as 'order_board', {});
      if (error) throw error;
      if (run >= WARM_UP) times[kind].push(performance.now() - start);
    }
  const [before, after] = [sharesOf(times.without), sharesOf(times.promised)];
  compared[name] = {
    'p95 without': before.p95,
    'p95 promised': after.p95,
    'ratio of p95': Math.round((after.p95 / before.p95) * 100) / 100,
    'ratio of medians': Math.round((after.median / before.median) * 100) / 100,
  };
}
console.log(`Without promises and with promises, ${COUNT} orders each`);
console.table(compared);
const longest = compared['desk, first page']?.['ratio of p95'] ?? Infinity;
console.log(`Worst p95 of the first rows with up to 500 in each column: ${worst} ms (limit ${LIMIT_MS}).`);
console.log(`The desk's first page with promises: ${longest} of the time without (limit ${LONGEST_RATIO}).`);
process.exitCode = worst < LIMIT_MS && longest <= LONGEST_RATIO ? 0 : 1;
