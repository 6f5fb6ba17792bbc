/**
 * Measures what plans and rehearses reminders, and the times of online booking, in a shop of some years with 100,000
 * orders: most are delivered with a warranty, one in forty is a return, hundreds wait for an answer or to be fetched.
 *
 * Run: node bench/reminders.ts [orders]   (default 100000)
 * Target: the planner under a second; the rest well under the 8 s, and for anybody 3 s, after which Supabase ends a
 * request.
 */
import { REMINDING } from '../supabase/test/support/reminders.ts';
import { openShop } from '../supabase/test/support/shop.ts';
import { insertReportOrders } from './support/report-orders.ts';

const COUNT = Number(process.argv[2] ?? 100_000);
const RUNS = 3;
const ALL_ON = {
  ...REMINDING,
  warranty_reminder: { ...REMINDING.warranty_reminder, enabled: true },
};

await using shop = await openShop();
const { sql, people } = shop;
await insertReportOrders(sql, COUNT, [people.technician.id]);
await sql.begin(async (tx) => {
  await tx`set local session_replication_role = replica`;
  await tx`update public.service_orders set parts_warranty_days = 180
    where status = 'delivered' and order_number % 4 = 0`;
  await tx`
    update public.service_orders r set warranty_of = o.order_number, warranty_repair = true
    from public.service_orders o
    where r.order_number % 40 = 0 and o.order_number = r.order_number - 7 and o.status = 'delivered'`;
  // The timeline that a rehearsal reads.
  await tx`
    insert into public.order_events (order_id, order_number, kind, changes, created_at)
    select o.id, o.order_number, 'status', jsonb_build_object('status', jsonb_build_array('pending', s.status)), s.at
    from public.service_orders o
    cross join lateral (values ('quoted', o.quoted_at), ('approved', o.approved_at), ('completed', o.completed_at),
      ('rejected', o.rejected_at), ('delivered', o.delivered_at)) as s (status, at)
    where s.at is not null order by s.at`;
  await tx`update public.service_orders set promised_at = now() + interval '1 day' * (order_number % 14),
    at_risk_from = now() where status in ('pending', 'in_progress', 'approved', 'quoted')`;
  await tx`update public.setting_sections set value = ${tx.json(ALL_ON)} where section = 'messages'`;
  await tx`update public.setting_sections set value = jsonb_set(value, '{booking}', value -> 'booking'
    || '{"enabled": true, "minutes": 10, "daysAhead": 60, "countsPromises": true}') where section = 'hours'`;
});
await sql`vacuum (analyze) public.service_orders`;
await sql`vacuum (analyze) public.order_events`;

async function time(name: string, work: () => PromiseLike<unknown>) {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now();
    await work();
    times.push(Math.round(performance.now() - start));
  }
  console.log(`${name}: ${times.join(', ')} ms`);
}
/** The calls of the API, which fail as a whole. */
async function call(answer: PromiseLike<{ error: unknown }>) {
  const { error } = await answer;
  if (error) throw error;
}

const noon = sql`(current_date + time '12:00') at time zone 'America/Santiago'`;
const stays = sql`private.present_stays(${sql.json(ALL_ON)}, ${noon})`;
const [found] = await sql`select cardinality(${stays}) as reasons`;
console.log(`${COUNT} orders, ${String(found?.reasons)} reasons to remind today`);
await time('reasons of today', () => sql`select ${stays}`);
await time('planner', () => sql`select private.plan_reminders_at(${noon})`);
await time('rehearsal of reminders', () =>
  call(people.admin.client.rpc('rehearse_reminders', { p_messages: ALL_ON as never })),
);
await time('list of calls', () => call(people.receptionist.client.rpc('list_calls')));
await time('free times', () => call(shop.anon.rpc('booking_slots', {})));
// Every place is taken, so that the next free time is looked for on all days.
await sql`insert into public.appointments (full_name, phone, appointment_date, reason)
  select 'Visita', '+56 9 6100 0000', s.at, 'Ocupa su hora'
  from generate_series(0, 60) as d (n) cross join lateral private.day_slots(current_date + d.n) as s`;
await sql`vacuum (analyze) public.appointments`;
await time('free times, all taken', () => call(shop.anon.rpc('booking_slots', {})));
