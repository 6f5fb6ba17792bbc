import type postgres from 'postgres';
import type { Account } from './people.ts';

const HOUR = 3_600_000;
const OPENING = { 20000: 2, 10000: 2, 5000: 4, 2000: 5, 1000: 12, 500: 10, 100: 20, 50: 10, 10: 20 };

/** Yesterday's cash drawer, which lacked 500 pesos, and the open one of today (PAY-20). */
export async function writeDrawers(tx: postgres.TransactionSql, keeper: Account, today: Date): Promise<void> {
  for (const { hoursAgo, counted } of [
    { hoursAgo: 26, counted: { ...OPENING, 500: 9 } },
    { hoursAgo: 2, counted: null },
  ]) {
    const at = today.getTime() - hoursAgo * HOUR;
    await tx`
      with opening as (
        select ${JSON.stringify(OPENING)}::text::jsonb as count, ${counted && JSON.stringify(counted)}::text::jsonb as counted
      ), drawer as (
        insert into private.drawers (id, till, opened_at, opened_by, opening, opening_amount, closed_at, closed_by, counted,
          counted_amount, expected_amount, reason)
        select gen_random_uuid(), 'Caja', ${new Date(at)}, ${keeper.id}, o.count, private.count_amount(o.count),
          c.at, c.by, o.counted, private.count_amount(o.counted), c.expected, coalesce(c.reason, '')
        from opening o left join lateral (
          select ${new Date(at + 9 * HOUR)}::timestamptz as at, ${keeper.id}::uuid as by,
            private.count_amount(o.count) as expected, 'Se dio mal un vuelto' as reason
        ) as c on o.counted is not null
        returning *
      )
      insert into private.drawer_events (drawer_id, kind, created_at, created_by, amount, expected, reason)
      select id, 'opened', opened_at, opened_by, opening_amount, null, '' from drawer
      union all
      select id, 'closed', closed_at, closed_by, counted_amount, expected_amount, reason from drawer
      where closed_at is not null`;
  }
}
