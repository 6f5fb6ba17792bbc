/**
 * Limits of the inventory: with 20,000 items and 200,000 log rows every page, sort and search takes at most 1.5 times
 * as long as with 500 items (5,000 log rows), and p95 stays below 60 ms. One client, through the API, alternating
 * between both shops so that load affects both.
 *
 * node bench/inventory.ts
 */
import { parseArgs } from 'node:util';
import { openShop, type Shop } from '../supabase/test/support/shop.ts';
import { insertInventory } from './support/inventory-rows.ts';

const LIMIT_MS = 60;
const LIMIT_RATIO = 1.5;
const SMALL = { items: 500, logs: 5000 };
const LARGE = { items: 20_000, logs: 200_000 };

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '30' } } });
const rounds = Number(values.rounds);

interface Call {
  name: string;
  /** Function and arguments, for a shop with that many items. */
  request: (
    shop: BenchShop,
  ) => [rpc: 'list_inventory' | 'list_activity' | 'suggest_items', args: Record<string, unknown>];
}

interface BenchShop {
  shop: Shop;
  items: number;
  logs: number;
  typeId: string;
  userId: string;
}

const SORTS = ['created_at', 'brand', 'model', 'quantity', 'cost_price', 'component_type', 'supplier'];
const SEARCHES = [
  's',
  'sa',
  'mó',
  '15',
  'samsung',
  'apple 99',
  'galaxy',
  'INV-000123',
  "inv'000123",
  'nada de esto',
];
/** Search terms: with words specific to models, and with common ones only. */
const SUGGESTIONS = ['Pantalla Samsung Galaxy Módulo 7919 OLED', 'galaxy 15', 'Samsung Galaxy OLED'];
const PAGES: [string, (items: number) => number][] = [
  ['first', () => 1],
  ['middle', (items) => Math.floor(items / 50)],
  ['last', (items) => Math.ceil(items / 25)],
];

const inventory =
  (args: (shop: BenchShop) => Record<string, unknown>): Call['request'] =>
  (shop) => ['list_inventory', args(shop)];
const log =
  (args: (shop: BenchShop) => Record<string, unknown>): Call['request'] =>
  (shop) => ['list_activity', args(shop)];

const CALLS: Call[] = [
  ...SORTS.flatMap((sort) =>
    PAGES.flatMap(([page, at]) =>
      [true, false].map((descending) => ({
        name: `sort ${sort} ${descending ? 'desc' : 'asc'}, ${page} page`,
        request: inventory(({ items }) => ({ p_sort: sort, p_descending: descending, p_page: at(items) })),
      })),
    ),
  ),
  ...SEARCHES.flatMap((search) =>
    ['created_at', 'brand', 'supplier'].map((sort) => ({
      name: `search '${search}' by ${sort}`,
      request: inventory(() => ({ p_search: search, p_sort: sort })),
    })),
  ),
  ...SUGGESTIONS.map((text) => ({
    name: `likely items of '${text}'`,
    request: (): ReturnType<Call['request']> => ['suggest_items', { p_text: text, p_supplier: 'FullMobile' }],
  })),
  { name: 'type filter', request: inventory(({ typeId }) => ({ p_type: typeId })) },
  { name: 'type filter by model', request: inventory(({ typeId }) => ({ p_type: typeId, p_sort: 'model' })) },
  {
    name: 'what to buy',
    request: inventory(() => ({ p_low: true, p_sort: 'quantity', p_descending: false })),
  },
  ...PAGES.map(([page, at]) => ({
    name: `log, ${page} page`,
    request: log(({ logs }) => ({ p_page: Math.min(at(logs / 2), 200) })),
  })),
  { name: 'log of a user', request: log(({ userId }) => ({ p_user: userId })) },
  { name: 'log of edits', request: log(() => ({ p_action: 'edit' })) },
  { name: 'log of a year', request: log(() => ({ p_from: '2024-01-01', p_to: '2024-12-31' })) },
  {
    name: 'log of a user, edits, a year',
    request: log(({ userId }) => ({
      p_user: userId,
      p_action: 'edit',
      p_from: '2024-01-01',
      p_to: '2024-12-31',
    })),
  },
];

async function open({ items, logs }: typeof SMALL): Promise<BenchShop> {
  const shop = await openShop();
  const { admin, technician, receptionist } = shop.people;
  await insertInventory(shop.sql, { items, logs }, [admin.id, technician.id, receptionist.id]);
  const [type] = await shop.sql`select id from public.component_types order by name limit 1`;
  return { shop, items, logs, typeId: String(type?.id), userId: technician.id };
}

async function time(bench: BenchShop, call: Call): Promise<number> {
  const [name, args] = call.request(bench);
  const start = performance.now();
  const { error } = await bench.shop.people.technician.client.rpc(name, args);
  if (error) throw new Error(`${call.name}: ${error.message}`);
  return performance.now() - start;
}

/** The percentile of sorted numbers. */
function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

const small = await open(SMALL);
const large = await open(LARGE);
let failed = 0;
try {
  console.log('median 500 | median 20,000 | ratio | p95 20,000 (ms)');
  for (const call of CALLS) {
    const times: [number[], number[]] = [[], []];
    for (let round = -3; round < rounds; round += 1) {
      const pair = [await time(small, call), await time(large, call)] as const;
      if (round < 0) continue;
      times[0].push(pair[0]);
      times[1].push(pair[1]);
    }
    const [few, many] = [quantile(times[0], 0.5), quantile(times[1], 0.5)];
    const p95 = quantile(times[1], 0.95);
    const wrong = many / few > LIMIT_RATIO || p95 >= LIMIT_MS;
    if (wrong) failed += 1;
    console.log(
      `${wrong ? 'OVER ' : '     '}${call.name.padEnd(44)} ${few.toFixed(1).padStart(6)} ${many.toFixed(1).padStart(6)} ${(many / few).toFixed(2).padStart(6)} ${p95.toFixed(1).padStart(6)}`,
    );
  }
} finally {
  await large.shop[Symbol.asyncDispose]();
  await small.shop[Symbol.asyncDispose]();
}
console.log(`${CALLS.length - failed} of ${CALLS.length} within the limits`);
process.exitCode = failed > 0 ? 1 : 0;
