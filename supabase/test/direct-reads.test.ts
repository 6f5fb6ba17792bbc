/** Reads of tables in one round trip are answered and logged as by @supabase/lite, for every role (OPS-52). */
import { createClient } from '@supabase/supabase-js';
import { ReadStatements } from '@taller/server/api/read-statements.ts';
import type { Database } from '@taller/shared/db/database.types.ts';
import { ORDER_COLUMNS } from '@taller/shared/orders/order-queries.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { RULES } from './support/access-matrix.ts';
import { openShop, type Client, type Person, type Shop } from './support/shop.ts';
import { TABLE_CASES } from './support/table-cases.ts';

let shop: Shop;
let order: { id: string; order_number: number; customer_rut: string };
const planned = vi.spyOn(ReadStatements.prototype, 'plan');

beforeAll(async () => {
  shop = await openShop({ demo: true });
  const [newest] = await shop.sql`select o.id, o.order_number, o.customer_rut from public.service_orders o
    join public.order_events e on e.order_id = o.id join public.order_waits w on w.order_id = o.id
    where o.technician_id is not null order by o.created_at desc limit 1`;
  order = newest as typeof order;
  await shop.sql`insert into public.notifications (type, message, order_id) values ('customer_reply', 'Rosa', ${order.id})`;
});
afterAll(() => shop[Symbol.asyncDispose]());

const ROLES = ['customer', 'technician', 'receptionist', 'admin'] as const;

async function ask(input: string | URL | Request, init: RequestInit | undefined, direct: boolean) {
  const headers = new Headers(init?.headers);
  // Only @supabase/lite handles this header, and it changes nothing for a read.
  if (!direct) headers.set('content-encoding', 'identity');
  planned.mockClear();
  const response = await fetch(input, { ...init, headers });
  const isPlanned = planned.mock.results.some(({ value }) => value !== undefined);
  const text = await response.clone().text();
  const shown = Object.fromEntries(response.headers);
  for (const name of ['date', 'content-length', 'keep-alive', 'connection', 'x-request-id'])
    delete shown[name];
  const body: unknown = text === '' ? '' : JSON.parse(text.replace(/\(código \w+\)/, '(código …)'));
  return { response, isPlanned, shown: { status: response.status, headers: shown, body } };
}

/** The responses to the requests of `read` by a person, and whether each was planned as one statement. */
async function answersOf(person: Person, read: (client: Client) => PromiseLike<unknown>, direct: boolean) {
  const { data } = await person.client.auth.getSession();
  const answers: Awaited<ReturnType<typeof ask>>[] = [];
  const client = createClient<Database>(shop.url, shop.publishableKey, {
    accessToken: async () => data.session?.access_token ?? '',
    global: {
      fetch: async (input, init) => {
        const answer = await ask(input, init, direct);
        answers.push(answer);
        return answer.response;
      },
    },
  });
  await read(client);
  return { shown: answers.map(({ shown }) => shown), planned: answers.map(({ isPlanned }) => isPlanned) };
}

/** The reads of the screens. */
const READS: Readonly<Record<string, (client: Client) => PromiseLike<unknown>>> = {
  'an order': (client) =>
    client.from('service_orders').select(ORDER_COLUMNS).eq('id', order.id).maybeSingle(),
  'an order that is not there': (client) =>
    client
      .from('service_orders')
      .select(ORDER_COLUMNS)
      .eq('id', '00000000-0000-4000-8000-000000000000')
      .maybeSingle(),
  'its number': (client) =>
    client.from('service_orders').select('id').eq('order_number', order.order_number).maybeSingle(),
  'its timeline': (client) =>
    client
      .from('order_events')
      .select('id, created_at, actor_id, actor_name, actor_role, kind, version, changes')
      .eq('order_id', order.id)
      .order('id', { ascending: false })
      .limit(100),
  'its newer events': (client) =>
    client.from('order_events').select('id, version').eq('order_id', order.id).gt('version', 0).order('id'),
  'its deletion': (client) =>
    client
      .from('order_events')
      .select('order_number, created_at, actor_id, actor_name')
      .eq('order_id', order.id)
      .eq('kind', 'deleted')
      .maybeSingle(),
  'its notes': (client) =>
    client
      .from('service_order_internal')
      .select('internal_notes, version')
      .eq('order_id', order.id)
      .maybeSingle(),
  'its decisions': (client) =>
    client
      .from('decision_history')
      .select('id, type, message, created_at')
      .eq('order_id', order.id)
      .order('created_at', { ascending: false }),
  'their origins': (client) =>
    client
      .from('decision_origins')
      .select('decision_id, address, browser, account_id, account_name')
      .eq('order_id', order.id),
  'its messages': (client) =>
    client
      .from('whatsapp_messages')
      .select('id, state, attempts, error_code, params, created_at')
      .in('order_id', [order.id])
      .order('created_at', { ascending: false })
      .limit(100),
  'orders of a RUT': (client) =>
    client
      .from('service_orders')
      .select('id, order_number, total_amount')
      .eq('customer_rut', order.customer_rut)
      .neq('id', order.id)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .range(0, 19),
  notifications: (client) =>
    client
      .from('notifications')
      .select('id, type, message, is_read, created_at, order_id')
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(20),
  'the number of unread notifications': (client) =>
    client.from('notifications').select('id', { count: 'exact', head: true }).eq('is_read', false),
  'unanswered replies': (client) =>
    client
      .from('whatsapp_replies')
      .select('id', { count: 'exact', head: true })
      .is('answered_at', null)
      .gte('received_at', '2020-01-01T00:00:00.000Z'),
  'the staff': (client) =>
    client.from('profiles').select('id, full_name').neq('role', 'customer').order('id'),
  'names of the staff': (client) => client.from('staff_names').select('id, full_name').order('full_name'),
  technicians: (client) =>
    client
      .from('profiles')
      .select('id, full_name, email')
      .in('role', ['technician', 'admin'])
      .order('full_name'),
  'saved views': (client) => client.from('saved_views').select('id, name').order('created_at').order('id'),
  settings: (client) =>
    client
      .from('setting_sections')
      .select('section, value, version, changed_at, changed_by')
      .order('section'),
  'a setting': (client) => client.from('setting_sections').select('value').eq('section', 'desk').single(),
};

/** A person's own account. */
const ownAccount = (person: Person) => (client: Client) =>
  client
    .from('profiles')
    .select('id, email, full_name, rut, phone, address, role, rut_verified_at, created_at')
    .eq('id', person.id)
    .single();

test.each(Object.keys(READS))(
  'OPS-52 %s: one statement answers every role like @supabase/lite',
  async (name) => {
    const read = READS[name] as (client: Client) => PromiseLike<unknown>;
    for (const role of ROLES) {
      const person = shop.people[role];
      const [direct, regular] = [await answersOf(person, read, true), await answersOf(person, read, false)];
      expect([role, direct.planned, regular.planned]).toEqual([role, [true], [false]]);
      expect([role, direct.shown]).toEqual([role, regular.shown]);
    }
  },
);

test.each(ROLES)('OPS-52 the own account: one statement answers %s like @supabase/lite', async (role) => {
  const person = shop.people[role];
  const [direct, regular] = [
    await answersOf(person, ownAccount(person), true),
    await answersOf(person, ownAccount(person), false),
  ];
  expect([direct.planned, regular.planned]).toEqual([[true], [false]]);
  expect(direct.shown).toEqual(regular.shown);
  expect(direct.shown[0]).toMatchObject({ status: 200, body: { id: person.id, rut: person.rut } });
});

/** The response to a read by its parameters. */
async function askPath(person: Person, path: string, direct: boolean, init: RequestInit = {}) {
  const { data } = await person.client.auth.getSession();
  const authorization = `Bearer ${data.session?.access_token ?? ''}`;
  const headers = { apikey: shop.publishableKey, authorization, ...(init.headers as object) };
  return ask(`${shop.url}/rest/v1/${path}`, { ...init, headers }, direct);
}

test.each(
  RULES.filter(({ table, operation }) => operation === 'select' && !table.includes('.')).map(
    ({ table }) => table,
  ),
)('OPS-52 every column of %s is the same on both paths, for every role', async (table) => {
  const key = TABLE_CASES[table]?.key ?? 'id';
  const columns = await shop.sql<{ name: string; may: boolean }[]>`
      select attname as name, has_column_privilege('authenticated', attrelid, attnum, 'select') as may
      from pg_attribute where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped`;
  const readable = columns.filter(({ may }) => may).map(({ name }) => name);
  const hidden = columns.filter(({ may }) => !may).map(({ name }) => [name]);
  for (const names of [readable, ...hidden]) {
    for (const role of ROLES) {
      const path = `${table}?select=${names.join(',')}&order=${key}.desc&limit=50`;
      const person = shop.people[role];
      const [direct, regular] = [await askPath(person, path, true), await askPath(person, path, false)];
      expect([path, role, direct.shown]).toEqual([path, role, regular.shown]);
    }
  }
});

/** Forms that only @supabase/lite answers, or the database refuses. */
test.each([
  'service_orders?select=*&limit=1',
  'service_orders?select=id,id',
  'service_orders?select=id,',
  'service_orders?select=id,nothing',
  'service_orders?select=number:order_number&limit=1',
  'service_orders?select=id,staff_names(full_name)',
  'service_orders?select=t:staff_names!service_orders_customer_fkey(full_name)',
  'service_orders?select=t:profiles!service_orders_technician_id_fkey(full_name)',
  'service_orders?select=id:staff_names!service_orders_technician_id_fkey(full_name)&limit=1',
  'service_orders?select=t:staff_names!service_orders_technician_id_fkey(nothing)',
  'service_orders?select=device_password',
  'service_orders?select=id&nothing=eq.1',
  'service_orders?select=id&id=eq.1',
  'service_orders?select=id&id=eq.null',
  'service_orders?select=id&order_number=eq.99999999999',
  'service_orders?select=id&order_number=eq.01&order=id',
  'service_orders?select=id&created_at=gte.2026-02-31T00:00:00Z',
  'service_orders?select=id&created_at=gte.2020-01-01T00:00:00Z&created_at=lt.2020-01-02T00:00:00Z',
  'service_orders?select=id&customer_name=eq.null',
  'service_orders?select=id&customer_name=eq.NaN',
  'service_orders?select=id&customer_name=eq.1e3',
  'service_orders?select=id&customer_name=like.*a*&order=id&limit=2',
  'service_orders?select=id&id=in.()',
  'service_orders?select=id&id=eq.11111111-1111-4111-8111-111111111111&id=eq.11111111-1111-4111-8111-111111111112',
  'service_orders?select=id&limit=0',
  'service_orders?select=id&limit=-1',
  'service_orders?select=id&order=id&limit=2&offset=1',
  'service_orders?select=id&order=id.desc.nullslast&limit=2',
  'service_orders?select=id&order=nothing',
  `service_orders?select=${encodeURIComponent('id"; drop table x')}`,
  `service_orders?select=id&order=${encodeURIComponent('id;select 1')}`,
  `service_orders?select=id&${encodeURIComponent('id"')}=eq.1`,
  'service_orders',
  'nothing?select=id',
  'public_order_status?select=order_number&order=order_number&limit=2',
])('OPS-52 %s is answered like by @supabase/lite', async (path) => {
  for (const role of ['customer', 'technician'] as const) {
    const person = shop.people[role];
    const [direct, regular] = [await askPath(person, path, true), await askPath(person, path, false)];
    expect([role, direct.shown]).toEqual([role, regular.shown]);
  }
});

test('OPS-52 more rows than an answer may have are cut and counted like by @supabase/lite', async () => {
  await shop.sql`insert into public.notifications (type, message) select 'customer_reply', 'n' || n from generate_series(1, 1200) as n`;
  for (const [path, init] of [
    ['notifications?select=id&order=id', {}],
    ['notifications?select=id&order=id&limit=5000', {}],
    ['notifications?select=id', { method: 'HEAD', headers: { prefer: 'count=exact' } }],
  ] as const) {
    const [direct, regular] = [
      await askPath(shop.people.admin, path, true, init),
      await askPath(shop.people.admin, path, false, init),
    ];
    expect([path, direct.isPlanned]).toEqual([path, true]);
    expect([path, direct.shown]).toEqual([path, regular.shown]);
  }
});

test('OPS-52 PRIV-09 the log has the same entries whichever path answers', async () => {
  const entries = async (direct: boolean) => {
    const person = await shop.addPerson('technician');
    for (const read of [...Object.values(READS), ownAccount(person), ownAccount(shop.people.customer)])
      await answersOf(person, read, direct);
    const rows = await shop.sql`select kind, order_id, customer_id, subject, source, rows, searched_by
      from private.looks where actor_id = ${person.id} order by kind, source, order_id, customer_id, searched_by`;
    return [...rows];
  };
  const direct = await entries(true);
  expect(direct.length).toBeGreaterThan(3);
  expect(direct).toEqual(await entries(false));
});

test('OPS-51 an ended session reads nothing more', async () => {
  const person = await shop.addPerson('admin');
  const path = 'service_orders?select=id&limit=1';
  expect((await askPath(person, path, true)).shown).toMatchObject({ status: 200, body: [{}] });
  await shop.sql`delete from auth.sessions where user_id = ${person.id}`;
  const { shown, isPlanned } = await askPath(person, path, true);
  expect([isPlanned, shown]).toMatchObject([true, { status: 401, body: { code: 'PGRST301' } }]);
});
