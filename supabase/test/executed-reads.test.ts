/** No spelling of a request to the REST API hides a read of personal data from the log (PRIV-09, PRIV-12, PRIV-14). */
import { FUNCTION_RESULTS } from '@taller/server/access-log/function-results.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { newRut, openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let technician: Person;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  // An hour has passed: the server's cache is per person, too.
  technician = await shop.addPerson('technician');
});

const looks = async (person = technician) =>
  [
    ...(await shop.sql`
    select kind, order_id, customer_id, subject, source, rows from private.looks where actor_id = ${person.id} order by id`),
  ] as Record<string, unknown>[];

/** The technician's response from the REST API for requests that no screen makes. */
async function ask(path: string, init: RequestInit = {}, spell = (token: string) => `Bearer ${token}`) {
  const { data } = await technician.client.auth.getSession();
  const authorization = spell(data.session?.access_token ?? '');
  const headers = { apikey: shop.publishableKey, authorization, ...(init.headers as object) };
  const url = `${shop.url}/rest/v1/${path.replaceAll('SELF', technician.id)}`;
  const response = await fetch(url, { ...init, headers });
  const range = response.headers.get('content-range');
  return { status: response.status, text: await response.text(), range };
}
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const ofTechnician = 'service_orders!service_orders_technician_id_fkey(customer_name)';

test.each<[string, string, RequestInit?]>([
  ['another table that brings the order along', 'whatsapp_messages?select=id,service_orders(customer_name)'],
  ['the own account, which brings orders along', `staff_names?id=eq.SELF&select=id,${ofTechnician}`],
  ['accounts of the staff, which bring orders along', `staff_names?select=id,${ofTechnician}`],
  ['a name for another column', 'service_orders?select=id:technician_id,customer_name&limit=1'],
  ['an account without its id', 'profiles?select=full_name,rut&role=eq.customer&limit=1'],
  ['a role of the staff', 'profiles?select=full_name,rut&role=in.(technician,customer)&limit=1'],
  ['who is asked after by RUT and answered by id', 'service_orders?select=id&customer_rut=like.1*&limit=1'],
  ['a count alone', 'service_orders?select=id&customer_rut=like.1*', { method: 'HEAD' }],
  ['letters around the RUT', 'rpc/search_orders?p_field=customer_rut&p_search=x110'],
  [
    'digits of another width',
    `rpc/search_orders?p_field=customer_rut&p_search=${encodeURIComponent('１１０')}`,
  ],
  [
    'a list of one RUT',
    'rpc/search_orders',
    { method: 'POST', headers: json, body: '{"p_field":"customer_rut","p_search":[["110"]]}' },
  ],
  [
    'a form',
    'rpc/search_orders',
    { method: 'POST', headers: form, body: 'p_field=customer_rut&p_search=110' },
  ],
])('PRIV-09 cannot be hidden behind %s', async (_what, path, init) => {
  const order = await makeOrder(shop, { technician_id: technician.id });
  await shop.sql`insert into public.whatsapp_messages (order_id, event, occurrence, template, params, phone)
    values (${order.id}, 'x', 1, 'x', array['x'], '1')`;
  const { text, range } = await ask(path, init);
  expect([text, range]).not.toEqual(['[]', '*/*']);
  expect(await looks()).toHaveLength(1);
});

test.each<[string, string]>([
  ['a filter', 'profiles?select=full_name&role=eq.admin&role=eq.customer'],
  ['an id', 'service_orders?select=*&id=eq.SELF&id=eq.ORDER'],
  ['a filter under another spelling', 'profiles?select=full_name&role=neq.customer&role=neq.admin'],
  ['an argument', 'rpc/search_orders?p_field=customer_name&p_field=customer_rut&p_search=110'],
  ['what is selected', 'service_orders?select=id&select=*'],
  ['a condition', 'service_orders?select=*&or=(id.eq.SELF)&or=(id.eq.ORDER)'],
])('PRIV-14 a request that repeats %s is refused', async (_what, path) => {
  const order = await makeOrder(shop, { customer_name: 'Vera Soto' });
  const { status, text } = await ask(path.replace('ORDER', order.id));
  expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'PGRST100' }]);
  expect(text).not.toContain('Vera Soto');
});

test('PRIV-14 the two ends of a range are no repetition', async () => {
  const { status } = await ask('appointments?select=id&created_at=gte.2026-01-01&created_at=lt.2027-01-01');
  expect(status).toBe(200);
});

test('PRIV-09 whole orders that come back beside new rows are a look', async () => {
  const orders = [await makeOrder(shop), await makeOrder(shop, { customer_name: 'Vera Soto' })];
  const { text } = await ask('service_order_internal?select=service_orders(*)', {
    method: 'POST',
    headers: { ...json, prefer: 'return=representation' },
    body: JSON.stringify(orders.map(({ id }) => ({ order_id: id, internal_notes: 'x' }))),
  });
  expect(text).toContain('Vera Soto');
  expect(await looks()).toMatchObject([{ kind: 'list', source: 'service_order_internal', rows: 2 }]);
});

test('PRIV-09 the account of a customer beside an appointment is a look', async () => {
  const { customer } = shop.people;
  await shop.sql`insert into public.appointments (customer_id, appointment_date, reason)
    values (${customer.id}, '2026-12-01T12:00:00Z', 'Batería')`;
  const { text } = await ask('appointments?select=profiles!appointments_customer_id_fkey(*)&limit=1');
  expect(text).toContain(customer.fullName);
  expect(await looks()).toMatchObject([{ kind: 'list', source: 'appointments', rows: 1 }]);
});

const one = { headers: { accept: 'application/vnd.pgrst.object+json' } };
const counted = { headers: { prefer: 'count=exact' } };
const embedded = 'appointments?select=id,profiles!appointments_customer_id_fkey!inner(id)';
test.each<[string, number, string, RequestInit?]>([
  ['a count', 200, 'service_orders?select=id&customer_rut=like.7*&limit=0', counted],
  ['a page beyond the last', 416, 'service_orders?select=id&customer_rut=like.7*&offset=9000', counted],
  ['a single object that is none', 406, 'service_orders?select=id&customer_rut=like.7*zzz', one],
  ['an answer without rows', 200, 'service_orders?select=id&customer_name=like.*zzz*'],
  ['a filter of embedded rows', 200, `${embedded}&profiles.rut=like.7*`],
  ['a condition on embedded rows', 200, `${embedded}&profiles.or=(rut.like.7*,full_name.like.A*)`],
  ['a search that finds nobody', 200, 'rpc/search_profiles?p_search=Zzzz&p_staff=false'],
  [
    'a change of nothing',
    204,
    'service_orders?customer_rut=like.zzz*',
    {
      method: 'PATCH',
      headers: { ...json, prefer: 'count=exact' },
      body: '{"status":"pending"}',
    },
  ],
])(
  'PRIV-12 a probe of personal data is logged, even if the answer shows only in %s',
  async (_what, expected, path, init) => {
    await makeOrder(shop);
    const { status } = await ask(path, init);
    expect(status).toBe(expected);
    expect(await looks()).toMatchObject([
      { kind: 'search', source: path.split('?')[0]?.replace('rpc/', '') },
    ]);
  },
);

test('PRIV-09 the answer of every function is declared', async () => {
  const callable = await shop.sql`
    select distinct proname::text as name from pg_proc where pronamespace = 'public'::regnamespace
      and prorettype <> 'trigger'::regtype and has_function_privilege('authenticated', oid, 'execute') order by 1`;
  expect(Object.keys(FUNCTION_RESULTS).sort()).toEqual(callable.map(({ name }) => name as string));
});

test('PRIV-09 the account that a confirmed RUT answers with is a look at that customer', async () => {
  const person = await shop.addPerson('customer', { proven: false });
  const { client, id } = await shop.addPerson('receptionist');
  technician = { ...technician, id };
  const { data } = await client.rpc('confirm_customer_rut', { p_profile_id: person.id, p_rut: newRut() });
  expect(data).toMatchObject({ id: person.id, full_name: person.fullName });
  expect(await looks()).toMatchObject([{ kind: 'customer', customer_id: person.id }]);
});

test.each([
  ['send_message_now', 'queued', ''],
  ['retry_message', 'failed', ''],
  ['send_message_now', 'queued', '?select=id,service_orders(customer_name)'],
  ['retry_message', 'failed', '?select=phone'],
])('PRIV-09 SEC-56 cannot be hidden behind %s of a message that is %s%s', async (name, state, query) => {
  const order = await makeOrder(shop, { customer_name: 'Vera Soto' });
  const [message] = await shop.sql`update public.whatsapp_messages set state = ${state}
    where order_id = ${order.id} returning id`;
  const body = JSON.stringify({ p_id: message?.id as string });
  const { text } = await ask(`rpc/${name}${query}`, { method: 'POST', headers: json, body });
  expect(text).toMatch(/Vera Soto|569/);
  expect(await looks()).toMatchObject([{ kind: 'list', source: name, rows: 1 }]);
});

test('PRIV-09 SEC-56 sending a message by the button is not logged: its answer is an id', async () => {
  const order = await makeOrder(shop);
  const [message] = await shop.sql`select id from public.whatsapp_messages where order_id = ${order.id}`;
  const body = JSON.stringify({ p_id: message?.id as string });
  await ask('rpc/send_message_now?select=id', { method: 'POST', headers: json, body });
  expect(await looks()).toEqual([]);
});

test.each<[string, string, ((token: string) => string)?]>([
  ['of the path', 'service%5Forders?select=*'],
  ['of its slashes', '%2Fservice_orders?select=*'],
  ['of a function', 'rpc/export%5Forders'],
  ['of the token, with a blank before it', 'service_orders?select=*', (token) => `Bearer  ${token}`],
  [
    'of the token, with a blank inside of it',
    'service_orders?select=*',
    (token) => `Bearer ${token.slice(0, -9)} ${token.slice(-9)}`,
  ],
])('PRIV-09 a read of an order has no other spelling %s', async (_what, path, spell) => {
  const order = await makeOrder(shop, { customer_name: 'Vera Soto' });
  const { text } = await ask(path, {}, spell);
  expect(text).not.toContain('Vera Soto');
  expect(text).not.toContain(order.id);
});
