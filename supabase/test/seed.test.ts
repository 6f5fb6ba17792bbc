/** The demo shop is plausible, consistent with the rules that were disabled while it was written, and deterministic. */
import { createClient } from '@supabase/supabase-js';
import { startTestServer, type TestServer } from '@taller/server/testing/start-test-server.ts';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_FACTS } from '../seed/demo-facts.ts';
import { DEMO_SETTINGS } from '../seed/demo-settings.ts';
import { createFirstAdmin } from '../seed/first-admin.ts';
import { seedDemo } from '../seed/seed-demo.ts';

/** A Saturday at noon in the shop. */
const TODAY = new Date('2026-11-21T15:00:00Z');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ prepare: (sql) => seedDemo(sql, { today: TODAY }) });
});
afterAll(() => server.close());

const newClient = () =>
  createClient(server.url, server.keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
  });

/** A checksum of a table's rows, without randomly generated columns. */
async function digest(sql: postgres.Sql, table: string): Promise<string> {
  const [row] = await sql`
    select md5(string_agg(md5((to_jsonb(t) - 'params')::text), '' order by (to_jsonb(t) - 'params')::text)) as digest
    from ${sql('public')}.${sql(table)} as t`;
  return String(row?.digest);
}

/** The kept counts of orders, which no trigger corrects afterwards. */
const keptCounts = async (sql: postgres.Sql) => [
  ...(await sql`select status, total_amount, on_hold, warranty_repair, sum(orders)::int as orders
    from private.order_counts group by 1, 2, 3, 4 having sum(orders) <> 0 order by 1, 2, 3, 4`),
];

/** When each trigger fires. */
const triggerModes = async (sql: postgres.Sql) => [
  ...(await sql`select tgrelid::regclass::text as table, tgname as name, tgenabled as mode from pg_trigger
    where not tgisinternal order by 1, 2`),
];

describe('the demo shop', () => {
  test.each([
    ['admin@taller.test', 'admin'],
    ['tecnico@taller.test', 'technician'],
    ['tecnico2@taller.test', 'technician'],
    ['recepcion@taller.test', 'receptionist'],
    ['cliente@taller.test', 'customer'],
    ['cliente2@taller.test', 'customer'],
  ])('AUTH-02 %s signs in with the demo password and is %s', async (email, role) => {
    const client = newClient();
    const { data, error } = await client.auth.signInWithPassword({ email, password: 'taller-demo' });
    expect(error).toBeNull();
    const profile = await client
      .from('profiles')
      .select('role')
      .eq('id', data.user?.id ?? '')
      .single();
    expect(profile.data).toEqual({ role });
  });

  test('CFG-20 the demo shop begins with its own settings, as the first version of each', async () => {
    const { data } = await newClient().rpc('shop_facts');
    const { terms, desk: _desk, messages: _messages, commission: _commission, ...others } = DEMO_SETTINGS;
    const { repairTimes, ...facts } = data.facts;
    expect(facts).toEqual({ ...others, terms: { ...terms, version: 1 } });
    // The demo's site is built with these facts; how long repairs take is known from its orders only (PUB-31).
    expect(facts).toEqual(DEMO_FACTS);
    expect(repairTimes).toContainEqual({ type: 'smartphone', days: expect.any(Number) });
    const changes = await server.sql`
      select section, version, after from public.setting_changes where section <> 'data'`;
    expect(Object.fromEntries(changes.map(({ section, after }) => [section, after]))).toEqual(DEMO_SETTINGS);
  });

  test('TIME-08 some orders wait, one of them for longer than expected, and others have waited', async () => {
    const [waits] = await server.sql`
      select count(*) filter (where ended_at is null)::int as open, count(ended_at)::int as ended,
        count(*) filter (where ended_at is null and expected_on < ${TODAY}::date)::int as late,
        count(*) filter (where started_at > ${TODAY} or ended_at < started_at)::int as wrong
      from public.order_waits`;
    expect({ ...waits }).toEqual({ open: 4, ended: expect.any(Number), late: 1, wrong: 0 });
    expect(Number(waits?.ended)).toBeGreaterThan(5);
  });

  test('CUST-01 the demo customer sees a quote to decide, work in progress and a device under warranty', async () => {
    const client = newClient();
    await client.auth.signInWithPassword({ email: 'cliente@taller.test', password: 'taller-demo' });
    const { data } = await client
      .from('service_orders')
      .select('status, warranty_days')
      .order('created_at', { ascending: false });
    expect(data).toEqual([
      { status: 'quoted', warranty_days: null },
      { status: 'in_progress', warranty_days: null },
      { status: 'delivered', warranty_days: 90 },
      { status: 'delivered', warranty_days: 60 },
    ]);
    expect((await client.from('appointments').select('id')).data).toHaveLength(2);
  });

  test('has several hundred orders in all eight statuses, none in the future and none older than a year', async () => {
    const rows =
      await server.sql`select status, count(*)::int as count from public.service_orders group by status`;
    const counts = Object.fromEntries(rows.map(({ status, count }) => [status as string, Number(count)]));
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(420);
    expect(Object.keys(counts).sort()).toEqual([
      'approved',
      'cancelled',
      'completed',
      'delivered',
      'in_progress',
      'pending',
      'quoted',
      'rejected',
    ]);
    expect(Math.min(...Object.values(counts))).toBeGreaterThanOrEqual(3);
    const [span] = await server.sql`
      select min(created_at) > ${TODAY}::timestamptz - interval '370 days' as recent, max(updated_at) <= ${TODAY} as past from public.service_orders`;
    expect({ ...span }).toEqual({ recent: true, past: true });
  });

  test('ORD-03 the next order gets the number after the last one', async () => {
    const [last] = await server.sql`select max(order_number) as number from public.service_orders`;
    const client = newClient();
    await client.auth.signInWithPassword({ email: 'recepcion@taller.test', password: 'taller-demo' });
    const { data, error } = await client
      .from('service_orders')
      .insert({
        customer_name: 'Rosa',
        customer_phone: '+56 9 1234 5678',
        customer_rut: '7654321-6',
        equipment_type: 'laptop',
        equipment_brand: 'HP',
        equipment_model: 'x',
        technical_work: 'Revisión',
      })
      .select('id, order_number')
      .single();
    expect(error).toBeNull();
    expect(data?.order_number).toBe(Number(last?.number) + 1);
    await server.sql`delete from public.service_orders where id = ${String(data?.id)}`;
    await server.sql`delete from public.order_events where order_id = ${String(data?.id)}`;
  });

  /** Each query finds rows that violate a rule. */
  const CONTRADICTIONS: Readonly<Record<string, string>> = {
    'total_amount differs from quote': `select from service_orders where total_amount is distinct from quote`,
    'delivered without date, warranty or completion': `select from service_orders where status = 'delivered'
      and (delivered_at is null or warranty_days is null or completed_at is null)`,
    'completed without completion': `select from service_orders where status = 'completed' and completed_at is null`,
    'decided without its stamp': `select from service_orders where (status = 'approved' and approved_at is null)
      or (status = 'rejected' and rejected_at is null) or (status = 'quoted' and (quoted_at is null or approved_at is not null))`,
    'waits and does not know it, or the reverse': `select from service_orders o where o.on_hold <> exists (
      select from order_waits w where w.order_id = o.id and w.ended_at is null)`,
    'cancelled without reason': `select from service_orders where status = 'cancelled'
      and coalesce(notes, '') !~ 'Motivo de cancelación: \\S'`,
    'dates out of order': `select from service_orders where not (created_at <= coalesce(quoted_at, created_at)
      and coalesce(quoted_at, created_at) <= coalesce(approved_at, rejected_at, completed_at, 'infinity')
      and coalesce(approved_at, created_at) <= coalesce(completed_at, 'infinity')
      and coalesce(completed_at, created_at) <= coalesce(delivered_at, 'infinity'))`,
    'RUT or phone in another form': `select from service_orders where not private.is_rut(customer_rut) or customer_phone !~ '^\\+56 9 \\d{4} \\d{4}$'`,
    'version that is not the timeline’s': `select from service_orders o where version <> (
      select max(version) from order_events e where e.order_id = o.id)`,
    'status that is not the timeline’s last': `select from service_orders o where status <> coalesce((
      select changes -> 'status' ->> 1 from order_events e where e.order_id = o.id and changes ? 'status' order by id desc limit 1), 'pending')`,
    'decision without history': `select from service_orders o where coalesce(approved_at, rejected_at) is not null
      and not exists (select from decision_history d where d.order_id = o.id)`,
    'event without its message': `select from order_events e where (kind = 'created' or changes -> 'status' ->> 1 in
      ('in_progress', 'quoted', 'completed', 'cancelled', 'delivered')) and not exists (select from whatsapp_messages m
      where m.order_id = e.order_id and m.event = coalesce(e.changes -> 'status' ->> 1, 'created'))`,
    'message with other parameters than the database gives': `select from whatsapp_messages m join service_orders o on o.id = m.order_id
      where m.event in ('created', 'in_progress', 'quoted', 'completed', 'cancelled', 'delivered')
      and m.params[1:3] <> (private.message_params(o, m.event))[1:3]`,
    'message to another phone': `select from whatsapp_messages m join service_orders o on o.id = m.order_id
      where m.phone <> private.whatsapp_phone(o.customer_phone)`,
    'device code without its mark': `select from service_orders o
      where device_code_stored <> exists (select from private.device_codes c where c.order_id = o.id)`,
    'order that the desk’s search does not know': `select from service_orders o
      where not exists (select from private.order_texts s where s.order_number = o.order_number)`,
    'warranty return that the reports do not know, or too many': `select from private.find_warranty_returns() f
      full join private.warranty_returns w using (order_id) where f.order_id is null or w.order_id is null`,
    'stock that is not its ledger': `select from inventory i
      where quantity <> (select sum(delta) from inventory_movements m where m.item_id = i.id)`,
    'ledger that does not add up': `select from (select quantity_after, sum(delta) over (partition by item_id order by id) as sum
      from inventory_movements) as line where quantity_after <> sum`,
    'write-off without a line in the log': `select from inventory_movements m where kind = 'written_off' and not exists (
      select from activity_logs l where l.product_id = m.item_id and l.service_order = private.format_order_number(m.order_number))`,
    'person who is nobody': `select from service_orders o where not exists (select from profiles p where p.id = o.receptionist_id)
      or (technician_id is not null and not exists (select from profiles p where p.id = o.technician_id and role in ('technician', 'admin')))`,
    'login without identity or profile': `select from auth.users u where not exists (select from auth.identities i where i.user_id = u.id)
      or not exists (select from profiles p where p.id = u.id and p.email = u.email)`,
  };

  test.each(Object.entries(CONTRADICTIONS))('DATA-02 the demo shop holds no %s', async (_, query) => {
    const found = await server.sql.begin(async (tx) => {
      await tx`set local search_path = public`;
      return tx.unsafe(query);
    });
    expect(found).toHaveLength(0);
  });

  test('MSG-03 the demo shop has messages in every state, and a bell with some that are unread', async () => {
    const states = await server.sql`select distinct state from public.whatsapp_messages order by state`;
    expect(states.map(({ state }) => state as string)).toEqual([
      'delivered',
      'failed',
      'queued',
      'read',
      'sending',
      'sent',
    ]);
    const [unread] =
      await server.sql`select count(*)::int as count from public.notifications where not is_read`;
    expect(unread?.count).toBe(4);
  });
});

describe('seeding', () => {
  test('twice changes nothing; on another machine and as the tables’ owner it gives the same shop', async () => {
    const before = await digest(server.sql, 'order_events');
    await seedDemo(server.sql, { today: TODAY });
    expect(await digest(server.sql, 'order_events')).toBe(before);

    await using second = await startTestServer();
    // Not a superuser, as on a managed database.
    const owner = postgres(second.databaseUrl, { max: 1, onnotice: () => {} });
    try {
      const [role] =
        await owner`select current_user::text as name, rolsuper from pg_roles where rolname = current_user`;
      expect({ ...role }).toEqual({ name: 'postgres', rolsuper: false });
      await seedDemo(owner, { today: TODAY });
    } finally {
      await owner.end();
    }
    for (const table of [
      'service_orders',
      'order_events',
      'profiles',
      'inventory',
      'inventory_movements',
      'appointments',
      'whatsapp_messages',
    ]) {
      expect([table, await digest(second.sql, table)]).toEqual([table, await digest(server.sql, table)]);
    }
    const counts = await keptCounts(second.sql);
    expect(counts.length).toBeGreaterThan(5);
    expect(counts).toEqual(await keptCounts(server.sql));
    expect(await triggerModes(second.sql)).toEqual(await triggerModes(server.sql));
  });

  test('fails as a whole: nothing half written stays', async () => {
    await using broken = await startTestServer({
      prepare: (sql) => sql`alter table public.appointments add constraint no_more check (false) not valid`,
    });
    await expect(seedDemo(broken.sql, { today: TODAY })).rejects.toThrow(/no_more/);
    const [left] =
      await broken.sql`select (select count(*) from auth.users) + (select count(*) from public.service_orders) as count`;
    expect(Number(left?.count)).toBe(0);
  });
});

describe('the first admin of an empty shop', () => {
  const admin = { email: ' Duena@Taller.CL ', password: 'una-clave-larga', fullName: 'Marcela Ibáñez' };

  test('AUTH-02 signs in, is admin, and is made once however often it is asked', async () => {
    await using shop = await startTestServer();
    const asked = await Promise.allSettled([
      createFirstAdmin(shop.sql, admin),
      createFirstAdmin(shop.sql, admin),
    ]);
    expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const client = createClient(shop.url, shop.keys.publishable, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const { data, error } = await client.auth.signInWithPassword({
      email: 'duena@taller.cl',
      password: admin.password,
    });
    expect(error).toBeNull();
    const profile = await client
      .from('profiles')
      .select('role, full_name')
      .eq('id', data.user?.id ?? '')
      .single();
    expect(profile.data).toEqual({ role: 'admin', full_name: 'Marcela Ibáñez' });
    await expect(createFirstAdmin(shop.sql, { ...admin, email: 'otra@taller.cl' })).rejects.toMatchObject({
      code: 'admin_exists',
      message: 'La tienda ya tiene un administrador.',
    });
  });

  test.each([
    ['bad_email', { email: 'taller' }],
    ['bad_password', { password: '12345' }],
    ['bad_password', { password: 'ñ'.repeat(40) }],
    ['bad_name', { fullName: '  ' }],
  ])('AUTH-03 a first admin is refused with %s', async (code, wrong) => {
    await using shop = await startTestServer();
    await expect(createFirstAdmin(shop.sql, { ...admin, ...wrong })).rejects.toMatchObject({ code });
    expect(await shop.sql`select from auth.users`).toHaveLength(0);
  });
});

test('INV-01 the demo shop’s products are counted and can be searched, although the rules were off', async () => {
  const [row] = await server.sql`
    select (select count(*) from public.inventory)::integer as items, (select sum(items) from private.inventory_counts)::integer as counted,
      (select count(*) from public.inventory where search_text like '% inv-%')::integer as searchable`;
  expect(row).toMatchObject({ counted: row?.items, searchable: row?.items });
  expect(row?.items).toBeGreaterThan(25);
});
