/**
 * Limits of the money reports: with 100,000 orders of five years, quotes by lines with costs, parts of the stock and
 * payments, the 95th percentile of each report is below 400 ms, of all the time and of a month. One client, through the
 * API, behind the PIN.
 *
 * node bench/profit.ts [orders]   (default 100000)
 */
import { changePin, pinTicket } from '../supabase/test/support/counted-attempts.ts';
import { openShop } from '../supabase/test/support/shop.ts';
import { insertReportOrders } from './support/report-orders.ts';
import { insertResults } from './support/report-results.ts';

const ORDERS = Number(process.argv[2] ?? 100_000);
const TECHNICIANS = 6;
const ROUNDS = 21;
const LIMIT_MS = 400;
const PIN = '7391';

const MONTH = { p_from: '2026-10-01', p_to: '2026-10-31' };
const YEAR = { p_from: '2025-11-01', p_to: '2026-10-31' };

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;

await using shop = await openShop();
const staff: string[] = [];
for (let index = 0; index < TECHNICIANS; index += 1) staff.push((await shop.addPerson('technician')).id);
await insertReportOrders(shop.sql, ORDERS, staff);
await insertResults(shop.sql);
const rules = [
  { from: '2020-01-01', base: 'margin', percent: 20, people: [{ id: staff[0] ?? '', percent: 30 }] },
  { from: '2026-06-01', base: 'labour', percent: 40, people: [] },
];
await shop.sql`update public.setting_sections set value = ${shop.sql.json({ rules })} where section = 'commission'`;
const { client } = shop.people.admin;
await changePin(client, '', PIN);

const REPORTS: readonly (readonly [string, object[]])[] = [
  ['margin', [{}, YEAR, MONTH]],
  ['orders', [{ p_sort: 'margin' }, { ...YEAR, p_sort: 'margin' }, MONTH]],
  ['commissions', [{}, YEAR, MONTH]],
  ['commission_orders', [{ p_technician: staff[0] }, { ...YEAR, p_technician: staff[0] }]],
  ['payments', [{}, YEAR, MONTH]],
  ['balances', [{}, { p_part: 'refund' }]],
  ['discounts', [{}, YEAR, MONTH]],
  ['suppliers', [{}, YEAR, MONTH]],
  ['payment_file', [MONTH]],
];

let isOver = false;
async function measure(name: string, read: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    const answer = await read();
    times.push(performance.now() - start);
    bytes = Buffer.byteLength(JSON.stringify(answer));
  }
  const p95 = at(times, 0.95);
  isOver ||= p95 > LIMIT_MS;
  console.log(
    `${name.padEnd(32)} median ${at(times, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, ${(bytes / 1000).toFixed(1)} kB`,
  );
}

console.log(`${ORDERS} orders; each report with the two calls of the PIN`);
for (const [name, periods] of REPORTS)
  for (const period of periods) {
    const { p_from: from = 'all' } = period as { p_from?: string };
    await measure(
      `${name} ${from === 'all' ? 'all' : from === MONTH.p_from ? 'month' : 'year'}`,
      async () => {
        const { data, error } = await client.rpc('report_results', {
          p_report: name,
          ...(await pinTicket(client, PIN)),
          ...period,
        });
        if (error) throw new Error(error.message);
        return data;
      },
    );
  }
await measure('rehearsal', async () => {
  const { data, error } = await client.rpc('rehearse_commissions', {
    p_rules: rules as never,
    ...(await pinTicket(client, PIN)),
  });
  if (error) throw new Error(error.message);
  return data;
});
console.log(isOver ? 'over the limit' : 'within the limits');
if (isOver) process.exitCode = 1;
