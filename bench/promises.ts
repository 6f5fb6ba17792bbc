/**
 * Measures the rule for promised dates (private.promised_hours) on each repair that was taken in during the last
 * complete months, by what was known when its month began. Prints, for each margin, the share of kept promises and how
 * the median promise compares with the median repair, with and without the part of the rule that asks how full the shop
 * is. Changes nothing: all of it is rolled back.
 *
 * Run: node bench/promises.ts [--months 3] [--url postgres://…]   (default: the demo shop, whose times are simulated)
 * Target: at the margin of a new shop 80 % kept, with a median promise of at most 1.3 median repairs.
 */
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { PROMISE_MARGIN } from '@taller/shared/settings/desk-schema.ts';
import { startTestServer } from '@taller/server/testing/start-test-server.ts';

const { values } = parseArgs({
  options: { months: { type: 'string', default: '3' }, url: { type: 'string' } },
});
const MONTHS = Number(values.months);
const MARGINS = [70, 75, 80, 85, 90, 95];
const DESIGNS = { 'with load': 0.5, 'without load': 0 } as const;
const LEAST_KEPT = 80;
const LONGEST = 1.3;

interface Outcome {
  repairs: number;
  promised: number;
  kept: number;
  promise: number;
  repair: number;
}

await using stack = new AsyncDisposableStack();
const sql = values.url
  ? stack.adopt(postgres(values.url, { max: 1, onnotice: () => {} }), (open) => open.end())
  : stack.use(await startTestServer({ demo: true })).sql;

async function measure(tx: postgres.TransactionSql, margin: number, felt: number): Promise<Outcome> {
  const [row] = await tx<Outcome[]>`
    with months as (
      select date_trunc('month', now(), 'America/Santiago') as ends,
        date_trunc('month', now() - make_interval(months => ${MONTHS}), 'America/Santiago') as begins
    ), tested as (
      select r.* from private.past_repairs r cross join months m
      where r.received_at >= m.begins and r.received_at < m.ends
    ), told as (
      select t.hours, p.hours as promised from tested t left join lateral private.promised_hours(
        t.equipment_type, t.brand, t.kind, t.load, ${margin},
        date_trunc('month', t.received_at, 'America/Santiago'), ${felt}) as p on true
    )
    select count(*)::integer as repairs, count(promised)::integer as promised,
      (count(*) filter (where hours <= promised))::integer as kept,
      percentile_cont(0.5) within group (order by promised) as promise,
      percentile_cont(0.5) within group (order by hours) filter (where promised is not null) as repair
    from told`;
  if (!row) throw new Error('No answer');
  return row;
}

const round = (value: number, places = 1) => Number(value.toFixed(places));
const ROLLED_BACK = Symbol('rolled back');
let isReached = false;
await sql
  .begin(async (tx) => {
    await tx`delete from private.past_repairs where order_id is not null`;
    await tx`select private.refresh_past_repairs(1000000)`;
    for (const [design, felt] of Object.entries(DESIGNS)) {
      const table: Record<string, Record<string, number>> = {};
      for (const margin of MARGINS) {
        const { repairs, promised, kept, promise, repair } = await measure(tx, margin, felt);
        const share = (100 * kept) / promised;
        table[`${margin} %`] = {
          repairs,
          promised,
          'kept, %': round(share),
          'median promise, h': round(promise),
          'median repair, h': round(repair),
          ratio: round(promise / repair, 2),
        };
        if (design === 'with load' && margin === PROMISE_MARGIN.initial)
          isReached = share >= LEAST_KEPT && promise / repair <= LONGEST;
      }
      console.log(`${design}, repairs taken in during the last ${MONTHS} complete months, opening hours`);
      console.table(table);
    }
    throw ROLLED_BACK;
  })
  .catch((error: unknown) => {
    if (error !== ROLLED_BACK) throw error;
  });
console.log(
  `${isReached ? 'Reached' : 'Not reached'} at ${PROMISE_MARGIN.initial} %: ${LEAST_KEPT} % kept, ratio ${LONGEST}.`,
);
process.exitCode = isReached ? 0 : 1;
