/**
 * Plans of the main calls at 10 million orders: a sample is inserted and analysed, then the files of the large tables
 * and their indexes are extended by holes (which PostgreSQL reads as empty pages), so that the planner, which
 * multiplies the density of the sample by the size of the files, sees `times` as many rows. Needs a few hundred MB of
 * real disk.
 *
 * node bench/plans.ts [--orders 20000] [--times 500]
 */
import { chownSync, closeSync, ftruncateSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { openShop, type Shop } from '../supabase/test/support/shop.ts';
import { fillOrders } from './support/desk-orders.ts';

const { values } = parseArgs({
  options: { orders: { type: 'string', default: '20000' }, times: { type: 'string', default: '500' } },
});
const ORDERS = Number(values.orders);
const TIMES = Number(values.times);
const PAGE = 8192;
const SEGMENT = 2 ** 30;
const PATIENCE = '60s';
const LARGE = [
  'public.service_orders',
  'private.order_texts',
  'public.order_events',
  'public.whatsapp_messages',
  'private.activity_entries',
];
const AN_ORDER = `(select id from public.service_orders where order_number = ${Math.floor(ORDERS / 2)})`;
const LAST_MONTH = `p_from => '${dayBefore(31)}', p_to => '${dayBefore(1)}'`;
const MONTH_BEFORE = `p_before_from => '${dayBefore(62)}', p_before_to => '${dayBefore(32)}'`;

/** Statements by name; those without a role of their own are an administrator's. */
const CALLS: Readonly<Record<string, { sql: string; role?: string }>> = {
  'desk, first page': { sql: 'select * from public.search_orders()' },
  'desk, page 50': { sql: 'select * from public.search_orders(p_page => 50)' },
  'desk, status pending': { sql: "select * from public.search_orders(p_status => 'pending')" },
  'desk, a common name': {
    sql: "select * from public.search_orders(p_search => 'gonzalez', p_field => 'customer_name')",
  },
  'desk, three words in all fields': {
    sql: "select * from public.search_orders(p_search => 'maria samsung agua', p_field => 'all')",
  },
  'desk, a number': {
    sql: "select * from public.search_orders(p_search => '000123', p_field => 'order_number')",
  },
  'desk, counts of the views': { sql: 'select * from public.count_order_views()' },
  'customers, a phone': { sql: "select * from public.find_customers('+56 9 1234 5678')" },
  'customers, a name': { sql: "select * from public.find_customers('maria gonzalez tapia')" },
  'timeline of an order': {
    sql: `select * from public.order_events where order_id = ${AN_ORDER} order by id desc limit 200`,
  },
  'messages of an order': {
    sql: `select * from public.whatsapp_messages where order_id = ${AN_ORDER} order by created_at desc limit 100`,
  },
  'list of messages': { sql: 'select * from public.list_message_orders()' },
  'failed messages of a week': {
    sql: `select count(*) from public.whatsapp_messages where state = 'failed' and created_at >= now() - interval '7 days'`,
  },
  'activity log': { sql: 'select * from public.list_activity()' },
  'report of a month': {
    sql: `select public.report_overview(${LAST_MONTH}, p_parts => array['orders'])`,
  },
  'figures of a month': { sql: `select public.report_figures(${LAST_MONTH}, ${MONTH_BEFORE})` },
  'public status by number': {
    sql: 'select * from public.public_order_status where order_number = 123',
    role: 'anon',
  },
  'messages to send': { sql: 'select * from public.claim_messages()', role: 'service_role' },
};

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Plan Rows': number;
  'Total Cost': number;
  Plans?: PlanNode[];
}

/** Adds five entries of the timeline, four messages and one of the activity log to every order. */
async function fillRest({ sql }: Pick<Shop, 'sql'>): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into public.order_events (order_id, order_number, created_at, actor_name, actor_role, kind, version, changes)
      select o.id, o.order_number, o.created_at + step * interval '7 hours', 'Recepción', 'receptionist',
        (array['created', 'status', 'message', 'status', 'edited'])[step], step,
        '{"status": ["pending", "in_progress"], "notes": ["", "Se avisó por teléfono que está listo."]}'
      from generate_series(1, 5) as step, public.service_orders o order by o.created_at + step * interval '7 hours'`;
    await tx`
      insert into public.whatsapp_messages (order_id, event, occurrence, template, params, phone, state, created_at, sent_at)
      select o.id, (array['created', 'quoted', 'completed', 'delivered'])[step], 1, 'new_order', '{Ana,000123,iPhone}', '56912345678',
        case when random() < .002 then 'failed' when random() < .0002 then 'queued' else 'read' end,
        o.created_at + step * interval '8 hours', o.created_at + step * interval '8 hours'
      from generate_series(1, 4) as step, public.service_orders o order by o.created_at + step * interval '8 hours'`;
    await tx`
      insert into private.activity_entries (user_id, action_type, product_id, brand, model, quantity_affected, created_at)
      select gen_random_uuid(), 'edit', gen_random_uuid(), 'Samsung', 'Galaxy A12', 1, o.created_at
      from public.service_orders o order by o.created_at`;
  });
  for (const table of LARGE) await sql.unsafe(`vacuum analyze ${table}`);
}

/** Makes the large tables and their indexes appear {@link TIMES} times as large. */
async function magnify({ sql }: Pick<Shop, 'sql'>): Promise<void> {
  for (const table of LARGE) await sql.unsafe(`alter table ${table} set (autovacuum_enabled = false)`);
  await sql`checkpoint`;
  const files = await sql<{ oid: number; folder: string; path: string; pages: number }[]>`
    select c.oid::int8::int4 as oid, current_setting('data_directory') as folder, pg_relation_filepath(c.oid) as path,
      (pg_relation_size(c.oid) / ${PAGE})::integer as pages
    from unnest(${LARGE}::regclass[]) as t (oid)
    join pg_class c on c.oid = t.oid or c.oid in (select indexrelid from pg_index where indrelid = t.oid)`;
  for (const { folder, path, pages } of files) {
    const first = join(folder, path);
    const owner = statSync(first);
    const bytes = pages * TIMES * PAGE;
    for (let part = 0; part * SEGMENT < bytes; part += 1) {
      const name = part === 0 ? first : `${first}.${part}`;
      const file = openSync(name, part === 0 ? 'r+' : 'w', owner.mode);
      ftruncateSync(file, Math.min(SEGMENT, bytes - part * SEGMENT));
      closeSync(file);
      chownSync(name, owner.uid, owner.gid);
    }
  }
  await sql`
    update pg_class set reltuples = reltuples * ${TIMES}, relpages = relpages * ${TIMES}, relallvisible = relallvisible * ${TIMES}
    where oid = any (${files.map(({ oid }) => oid)}::oid[])`;
}

/** Reads of large tables in a plan. */
function reads(node: PlanNode, large: ReadonlySet<string>): string[] {
  const name = node['Index Name'] ?? node['Relation Name'] ?? '';
  const isLarge = large.has(name);
  const own = isLarge
    ? [`${node['Node Type']} ${name} (rows ${node['Plan Rows']}, cost ${Math.round(node['Total Cost'])})`]
    : [];
  return [...own, ...(node.Plans ?? []).flatMap((child) => reads(child, large))];
}

/** The plans of a call and of all statements in its functions. */
async function plansOf(
  shop: Shop,
  claims: string,
  call: { sql: string; role?: string },
): Promise<PlanNode[] | string> {
  const plans: PlanNode[] = [];
  const sql = postgres(shop.adminUrl, {
    max: 1,
    onnotice: ({ message = '' }) => {
      const at = message.indexOf('{');
      if (message.includes('plan:') && at >= 0)
        plans.push((JSON.parse(message.slice(at)) as { Plan: PlanNode }).Plan);
    },
  });
  const undo = new Error('undo');
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe(`load 'auto_explain'; set local auto_explain.log_min_duration = 0;
        set local auto_explain.log_nested_statements = on; set local auto_explain.log_level = 'notice';
        set local auto_explain.log_format = 'json'; set local statement_timeout = '${PATIENCE}'`);
      if (call.role === undefined) await tx`select set_config('request.jwt.claims', ${claims}, true)`;
      await tx.unsafe(`set local role ${call.role ?? 'authenticated'}`);
      plans.length = 0;
      await tx.unsafe(call.sql);
      throw undo;
    });
  } catch (error) {
    if (error !== undo) return error instanceof Error ? error.message : String(error);
  } finally {
    await sql.end({ timeout: 1 });
  }
  return plans;
}

await using shop = await openShop();
await fillOrders(shop, ORDERS);
await fillRest(shop);
const { data } = await shop.people.admin.client.auth.getSession();
const [, payload = ''] = data.session?.access_token.split('.') ?? [];
const claims = Buffer.from(payload, 'base64url').toString();
const names = await shop.sql<{ name: string }[]>`
  select c.relname as name from unnest(${LARGE}::regclass[]) as t (oid)
  join pg_class c on c.oid = t.oid or c.oid in (select indexrelid from pg_index where indrelid = t.oid)`;
const large = new Set(names.map(({ name }) => name));

for (const times of [1, TIMES]) {
  if (times > 1) await magnify(shop);
  console.log(`\n${ORDERS * times} orders`);
  for (const [name, call] of Object.entries(CALLS)) {
    const plans = await plansOf(shop, claims, call);
    if (typeof plans === 'string') {
      console.log(`${name}: ${plans}`);
      continue;
    }
    console.log(`${name}: cost ${Math.round(Math.max(...plans.map((plan) => plan['Total Cost'])))}`);
    for (const read of new Set(plans.flatMap((plan) => reads(plan, large)))) console.log(`  ${read}`);
  }
}
