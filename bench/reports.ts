/**
 * Limits of the reports: with 100,000 orders over five years the reports screen's data takes two requests, less than
 * 400 ms and 20 kB. For comparison, client-side computation: all orders read in batches of 1000 and the four cards, the
 * frequencies and the mean times computed here. One client, through the API.
 *
 * node bench/reports.ts [orders]   (default 100000)
 */
import { changePin, earningsFor } from '../supabase/test/support/counted-attempts.ts';
import { openShop, type Client } from '../supabase/test/support/shop.ts';
import { insertReportOrders } from './support/report-orders.ts';

const ORDERS = Number(process.argv[2] ?? 100_000);
const TECHNICIANS = 6;
const ROUNDS = 15;
const LIMIT_MS = 400;
const LIMIT_BYTES = 20_000;
const BATCH = 1000;

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const start = performance.now();
  const result = await work();
  return { ms: performance.now() - start, result };
}

/** The days of the key figures, and those before. */
const PERIOD = {
  p_from: '2026-11-01',
  p_to: '2026-11-23',
  p_before_from: '2026-10-01',
  p_before_to: '2026-10-23',
};

/** The screen's requests when it opens, or with other filters: the key figures and the first section. */
async function screen(client: Client, filter: { p_from?: string; p_to?: string } = {}): Promise<number> {
  const answers = await Promise.all([
    client.rpc('report_figures', { ...PERIOD, ...filter }),
    client.rpc('report_overview', { ...filter, p_parts: ['orders'] }),
  ]);
  for (const { error } of answers) if (error) throw new Error(error.message);
  return answers.reduce((bytes, { data }) => bytes + Buffer.byteLength(JSON.stringify(data)), 0);
}

/** The same cards and charts computed from all orders, read in batches of 1000 (DATA-03). */
async function baseline(client: Client) {
  const cards = { total: 0, completed: 0, delivered: 0, pending: 0 };
  const types = new Map<string, { orders: number; completed: number; days: number }>();
  let bytes = 0;
  for (let from = 0; ; from += BATCH) {
    const { data, error } = await client
      .from('service_orders')
      .select('*')
      .order('order_number')
      .range(from, from + BATCH - 1);
    if (error) throw new Error(error.message);
    bytes += Buffer.byteLength(JSON.stringify(data));
    for (const order of data) {
      cards.total += 1;
      if (order.status === 'completed' || order.status === 'delivered') cards.completed += 1;
      if (order.status === 'delivered') cards.delivered += 1;
      if (order.status === 'pending' || order.status === 'in_progress') cards.pending += 1;
      const type = types.get(order.equipment_type) ?? { orders: 0, completed: 0, days: 0 };
      type.orders += 1;
      if (order.status === 'completed') {
        type.completed += 1;
        type.days += (Date.parse(order.updated_at) - Date.parse(order.created_at)) / 86_400_000;
      }
      types.set(order.equipment_type, type);
    }
    if (data.length < BATCH) return { cards, types, bytes };
  }
}

async function rounds(work: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push((await timed(work)).ms);
  return `median ${median(times).toFixed(0)} ms, best ${Math.min(...times).toFixed(0)} ms`;
}

await using shop = await openShop();
const staff: string[] = [];
for (let index = 0; index < TECHNICIANS; index += 1) staff.push((await shop.addPerson('technician')).id);
await insertReportOrders(shop.sql, ORDERS, staff);
const { client } = shop.people.admin;
await changePin(client, '', '7391');

const bytes = await screen(client);
const times: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) times.push((await timed(() => screen(client))).ms);
const ms = median(times);
const slow = await timed(() => baseline(client));
const over = [ms > LIMIT_MS && 'time', bytes > LIMIT_BYTES && 'size'].filter((limit) => limit !== false);

console.log(`${ORDERS} orders`);
console.log(
  `screen        median ${ms.toFixed(0)} ms, best ${Math.min(...times).toFixed(0)} ms, ${(bytes / 1000).toFixed(1)} kB, 2 requests`,
);
console.log(
  `last quarter  ${await rounds(() => screen(client, { p_from: '2026-08-01', p_to: '2026-10-31' }))}`,
);
console.log(`figures       ${await rounds(async () => client.rpc('report_figures', PERIOD))}`);
for (const part of ['orders', 'times', 'quotes', 'technicians']) {
  const read = async () => client.rpc('report_overview', { p_parts: [part] });
  console.log(`${part.padEnd(13)} ${await rounds(read)}`);
}
console.log(`all sections  ${await rounds(async () => client.rpc('report_overview'))}`);
console.log(`earnings      ${await rounds(async () => earningsFor(client, '7391'))}`);
console.log(
  `orders behind ${await rounds(async () => client.rpc('report_orders', { p_card: 'completed' }))}`,
);
console.log(
  `come-backs    ${await rounds(async () => client.rpc('report_orders', { p_card: 'come_backs' }))}`,
);
console.log(
  `baseline      ${slow.ms.toFixed(0)} ms, ${(slow.result.bytes / 1_000_000).toFixed(1)} MB, ${Math.ceil(ORDERS / BATCH) + 1} requests`,
);
console.log(
  `ratio         ${(slow.ms / ms).toFixed(0)} times the time, ${Math.round(slow.result.bytes / bytes)} times the bytes`,
);
console.log(over.length === 0 ? 'within the limits' : `over the limit: ${over.join(', ')}`);
if (over.length > 0) process.exitCode = 1;
