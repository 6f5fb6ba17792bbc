/** Promises of the demo shop's open orders: kept so far, at risk and late. Rules: TIME-20, TIME-25. */
import type postgres from 'postgres';
import type { Person } from './people.ts';

/**
 * The promised orders: the nth newest one of a status without a wait, and its date: opening hours after so many days
 * from now. Eight hours are a risk for a pending order, two for one in progress.
 */
const PROMISES: readonly (readonly [status: string, nth: number, days: number, hours: number])[] = [
  ['in_progress', 1, 0, 1],
  ['in_progress', 2, -4, 1],
  ['in_progress', 3, 0, 25],
  ['in_progress', 4, 0, 45],
  ['pending', 2, 0, 3],
  ['pending', 3, 0, 20],
  ['quoted', 1, 0, 30],
  ['approved', 1, -5, 2],
];
/** The one that waits for what comes in four days is promised before that. */
const WAITING_HOURS = 15;

/** Promises orders of others than the demo's accounts, as at their intake. Their waits must have been written. */
export async function writePromises(
  tx: postgres.TransactionSql,
  demoCustomers: readonly Person[],
  today: Date,
): Promise<void> {
  const own = demoCustomers.map(({ rut }) => rut);
  const promised = JSON.stringify(
    PROMISES.map(([status, nth, days, hours]) => ({
      status,
      nth,
      hours,
      day: new Date(today.getTime() + days * 86_400_000).toISOString(),
    })),
  );
  await tx`
    with open as (
      select o.id, o.status, row_number() over (partition by o.status order by o.order_number desc) as nth
      from public.service_orders o where not o.on_hold and o.customer_rut <> all (${own})
    )
    update public.service_orders o set promised_at = private.friendly_time(p.day, p.hours)
    from json_to_recordset(${promised}::text::json) as p (status text, nth integer, day timestamptz, hours real)
    join open n using (status, nth)
    where n.id = o.id`;
  await tx`
    update public.service_orders o set promised_at = private.friendly_time(${today}, ${WAITING_HOURS})
    from public.order_waits w
    where w.order_id = o.id and w.ended_at is null and w.expected_on = private.shop_day(${today}) + 4`;
  await tx`
    update public.service_orders o set at_risk_from = private.at_risk_from(o) where o.promised_at is not null`;
  await tx`
    update public.order_events e set changes = private.promise_change(null, o.promised_at)
    from public.service_orders o where o.id = e.order_id and e.kind = 'created' and o.promised_at is not null`;
}
