/**
 * Measures the desk's list over HTTP with one client, at 1,000 and at 100,000 similar orders, and compares it with
 * client-side search, which reads all orders in batches of 1000 and filters them in JavaScript.
 *
 * Run: node bench/orders-list.ts [orders]   (default 100000)
 * Targets: p95 under 60 ms, and at 100,000 orders at most 1.5 times the time at 1,000; each sort (ORD-75) at most 1.5
 * times the time of the same page newest first; with a filter at most 25 ms more.
 */
import { ORDER_SORT_COLUMNS } from '@taller/shared/orders/order-filter.ts';
import { openShop, type Client } from '../supabase/test/support/shop.ts';
import { fillOrders } from './support/desk-orders.ts';

const SMALL = 1_000;
const LARGE = Number(process.argv[2] ?? 100_000);
const RUNS = 100;
const WARM_UP = 8;
const P95_LIMIT_MS = 60;
const RATIO_LIMIT = 1.5;
/** Additional time allowed for a sort of a filtered page, in ms. */
const SORT_MORE_MS = 25;

interface Query {
  p_search?: string;
  p_field?: string;
  p_status?: string;
  p_page?: number;
  p_sort?: string;
  p_descending?: boolean;
}

const CASES: Readonly<Record<string, Query>> = {
  'first page': {},
  'page 50': { p_page: 50 },
  'status pending': { p_status: 'pending' },
  'status delivered': { p_status: 'delivered' },
  'number 000123': { p_search: '000123', p_field: 'order_number' },
  'number 1…': { p_search: '1', p_field: 'order_number' },
  'name, common': { p_search: 'gonzalez', p_field: 'customer_name' },
  'name, two words': { p_search: 'muñoz tapia', p_field: 'customer_name' },
  'name, nobody': { p_search: 'qqzz', p_field: 'customer_name' },
  'name, one letter': { p_search: 'x', p_field: 'customer_name' },
  'RUT with dots': { p_search: '12.345', p_field: 'customer_rut' },
  'phone with prefix': { p_search: '+56 9 1234', p_field: 'customer_phone' },
  'brand, common': { p_search: 'samsung', p_field: 'equipment_brand' },
  'brand, rare': { p_search: 'marca 123', p_field: 'equipment_brand' },
  model: { p_search: 'galaxy a12', p_field: 'equipment_model' },
  'all fields': { p_search: 'camara', p_field: 'all' },
  'all fields, three words': { p_search: 'maria samsung agua', p_field: 'all' },
  'all fields, two letters': { p_search: 'ca', p_field: 'all' },
  'name and status': { p_search: 'gonzalez', p_field: 'customer_name', p_status: 'pending' },
};

/** The pages that are sorted by each column, in both directions. */
const SORTED = ['first page', 'status delivered', 'status pending', 'name, common', 'number 1…'];
const SORTS = ORDER_SORT_COLUMNS.flatMap((p_sort) =>
  [false, true].map((p_descending) => ({ p_sort, p_descending })),
);

/** Sorts beyond both limits. */
let slowSorts = 0;

interface Timing {
  /** The first quartile, which is least affected by other load, is used for the ratio. */
  quarter: number;
  median: number;
  p95: number;
}

const round = (value: number) => Math.round(value * 10) / 10;

const timingOf = (times: number[]): Timing => {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { quarter: at(0.25), median: at(0.5), p95: at(0.95) };
};

/** Times a query in every shop alternately, so that warm-up and load affect all of them alike. */
async function time(clients: readonly Client[], query: Query): Promise<Timing[]> {
  const times: number[][] = clients.map(() => []);
  for (let run = 0; run < WARM_UP + RUNS; run += 1) {
    for (const [index, client] of clients.entries()) {
      const start = performance.now();
      const { error } = await client.rpc('search_orders', query);
      if (error) throw error;
      if (run >= WARM_UP) times[index]?.push(performance.now() - start);
    }
  }
  return times.map(timingOf);
}

/** The times of each sort of a page: the ratio to the page newest first, and the difference in ms. */
async function timeSorts(client: Client, page: Query): Promise<Record<string, string>> {
  const [plain] = await time([client], page);
  const ratios: Record<string, string> = {};
  for (const sort of SORTS) {
    const [sorted] = await time([client], { ...page, ...sort });
    const [base, other] = [plain?.quarter ?? 1, sorted?.quarter ?? 0];
    const more = Object.keys(page).length > 0 ? SORT_MORE_MS : 0;
    if (other > Math.max(base * RATIO_LIMIT, base + more)) slowSorts += 1;
    ratios[`${sort.p_sort} ${sort.p_descending ? 'desc' : 'asc'}`] =
      `${(other / base).toFixed(2)} (${round(other - base)} ms)`;
  }
  return ratios;
}

/** Reads all orders in batches of 1000 until an empty page, then filters in JavaScript. In ms. */
async function readEverything(client: Client): Promise<number> {
  const start = performance.now();
  const all: { customer_name: string }[] = [];
  for (let from = 0; ; from += 1000) {
    const { data, error } = await client
      .from('service_orders')
      .select('*')
      .order('created_at', { ascending: false })
      .range(from, from + 999);
    // PGRST103: the range begins beyond the last row.
    if (error && error.code !== 'PGRST103') throw error;
    if (!data || data.length === 0) break;
    all.push(...data);
  }
  all.filter((order) => order.customer_name.toLowerCase().includes('gonzález'));
  return performance.now() - start;
}

await using fewShop = await openShop();
await using manyShop = await openShop();
await fillOrders(fewShop, SMALL);
await fillOrders(manyShop, LARGE);
const clients = [fewShop.people.admin.client, manyShop.people.admin.client] as const;
// Warm-up: the first calls of a process are slow.
for (const query of Object.values(CASES)) await time(clients, query);
const timings: Record<string, Timing[]> = {};
for (const [name, query] of Object.entries(CASES)) timings[name] = await time(clients, query);
const sorts: Record<string, Record<string, string>> = {};
for (const name of SORTED) sorts[name] = await timeSorts(clients[1], CASES[name] ?? {});
const [baseFew, baseMany] = [await readEverything(clients[0]), await readEverything(clients[1])];

const sizes = await manyShop.sql<{ relation: string; MB: number }[]>`
  select coalesce(i.indexrelid, t.oid)::regclass::text as relation,
    round(pg_relation_size(coalesce(i.indexrelid, t.oid)) / 1e6, 1)::float as "MB"
  from (select 'private.order_texts'::regclass as oid) as t
  cross join lateral (
    select null as indexrelid union all select x.indexrelid from pg_index x where x.indrelid = t.oid
  ) as i order by 2 desc`;
const [whole] = await manyShop.sql`
  select round(pg_total_relation_size('private.order_texts') / 1e6, 1)::float as "MB"`;

let worstRatio = 0;
let worstP95 = 0;
const table = Object.fromEntries(
  Object.entries(timings).map(([name, [few, many]]) => {
    if (!few || !many) throw new Error(`${name} was not timed`);
    const ratio = many.quarter / few.quarter;
    worstRatio = Math.max(worstRatio, ratio);
    worstP95 = Math.max(worstP95, many.p95);
    return [
      name,
      {
        [`${SMALL} median`]: round(few.median),
        [`${LARGE} median`]: round(many.median),
        ratio: Math.round(ratio * 100) / 100,
        [`${SMALL} p95`]: round(few.p95),
        [`${LARGE} p95`]: round(many.p95),
      },
    ];
  }),
);
console.table(table);
console.log(`Texts that are searched at ${LARGE} orders: ${whole?.MB} MB`);
console.table([...sizes]);
console.log(`Sorted at ${LARGE} orders, as a ratio to the same page newest first:`);
for (const [name, ratios] of Object.entries(sorts)) console.log(name, ratios);
console.log(
  `Baseline, all orders in batches of 1000: ${round(baseFew)} ms at ${SMALL}, ${round(baseMany)} ms at ${LARGE} (ratio ${round(baseMany / baseFew)}).`,
);
console.log(
  `The list is ${Math.round(baseMany / (timings['first page']?.[1]?.median ?? 1))} times as fast as the baseline at ${LARGE} orders.`,
);
console.log(
  `Worst p95 ${round(worstP95)} ms (limit ${P95_LIMIT_MS}), worst ratio ${worstRatio.toFixed(2)} (limit ${RATIO_LIMIT}), ${slowSorts} sorts beyond theirs.`,
);
process.exitCode = worstP95 < P95_LIMIT_MS && worstRatio <= RATIO_LIMIT && slowSorts === 0 ? 0 : 1;
