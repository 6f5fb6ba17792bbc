import { expect, test } from 'vitest';
import { App, createPostgresConnection } from '../lite/lite.ts';
import type { Executed } from './executed.ts';
import { accessOf, type Access } from './access-of.ts';

/** Reads no database: the request is only parsed. */
const connection = createPostgresConnection({ url: 'postgres://127.0.0.1:9/none' });
let parsed: Executed | undefined;
const NO_SCHEMA = {
  tables: [],
  columns: [],
  indexes: [],
  foreign_keys: [],
  primary_keys: [],
  views: [],
  check_constraints: [],
  unique_constraints: [],
  comments: [],
  custom_types: [],
  triggers: [],
  database_name: '',
  version: '',
};
connection.introspect = async () => NO_SCHEMA;
connection.onPostgrestAST = async (ast) => {
  parsed = ast;
  throw new Error('parsed');
};
const app = new App({
  connection,
  api: { schemas: ['public'] },
  auth: { enabled: false },
  db: { migrations: { enabled: false } },
  studio: { enabled: false },
});

/** The access of a request that @supabase/lite has parsed. */
async function access(
  path: string,
  body?: unknown,
  method = body ? 'POST' : 'GET',
): Promise<Access | undefined> {
  parsed = undefined;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const sent = body ? { body: text, headers: { 'content-type': 'application/json' } } : {};
  await app.fetch(new Request(`http://x/rest/v1/${path}`, { method, ...sent }));
  expect(parsed).toBeDefined();
  return parsed && accessOf(parsed);
}

const RUT = '11222333-4';
/** The same characters in other scripts and compatibility forms; the database normalises them. */
const drawn = (text: string, zero: number) =>
  text.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const SPELLINGS = [drawn(RUT, 0xff10), drawn(RUT, 0x1d7ce), drawn(RUT, 0x1d7f6)];

test.each(SPELLINGS)('PRIV-12 a search by the spelling %s is logged under its RUT', async (spelled) => {
  const subject = RUT;
  expect(await access('rpc/search_orders', { p_field: 'customer_rut', p_search: spelled })).toMatchObject({
    by: 'rut',
    subject,
  });
  expect(await access('rpc/search_orders', { p_field: 'customer_phone', p_search: spelled })).toMatchObject({
    by: 'phone',
  });
  expect(await access('rpc/search_orders', { p_field: 'all', p_search: spelled })).toMatchObject({
    by: 'number',
    subject,
  });
  expect(await access('rpc/search_profiles', { p_search: spelled, p_staff: false })).toMatchObject({
    by: 'number',
    subject,
  });
  expect(await access('rpc/find_customers', { p_search: spelled })).toMatchObject({ by: 'number', subject });
  expect(await access('rpc/find_order_customer', { p_rut: spelled })).toMatchObject({ by: 'rut', subject });
  expect(await access('rpc/find_warranties', { p_rut: spelled })).toMatchObject({ by: 'rut', subject });
  expect(await access('rpc/preview_anonymization', { p_by: 'rut', p_value: spelled })).toMatchObject({
    subject,
  });
  expect(await access(`service_orders?customer_rut=eq.${encodeURIComponent(spelled)}`)).toMatchObject({
    subject,
  });
});

test('PRIV-12 each of several values that find warranties is logged: one may be another person’s', async () => {
  expect(
    await access('rpc/find_warranties', {
      p_rut: RUT,
      p_phone: '+56 9 8123 4001',
      p_imei: '356938035643809',
      p_at: '2026-11-20T15:00:00Z',
    }),
  ).toMatchObject({
    by: 'rut',
    subject: RUT,
    more: [
      { kind: 'search', by: 'phone', subject: '+56981234001' },
      { kind: 'search', by: 'imei' },
    ],
  });
});

test.each(['½½½', '१२३', '٣٤٥', '\u200b1', '🙂'])(
  'PRIV-12 a search that may match personal data in another form is logged: %s',
  async (text) => {
    for (const p_field of ['customer_rut', 'customer_phone', 'all', 'a_field_to_come'])
      expect(await access('rpc/search_orders', { p_field, p_search: text })).toMatchObject({
        kind: 'search',
      });
    expect(await access('rpc/search_profiles', { p_search: text, p_staff: false })).toMatchObject({
      kind: 'search',
    });
  },
);

test('PRIV-12 a search for a number among signs is logged; one or two digits and device fields are not', async () => {
  expect(await access('rpc/search_profiles', { p_search: '@1234', p_staff: false })).toMatchObject({
    by: 'name',
  });
  expect(await access('rpc/search_orders', { p_field: 'all', p_search: '#1234' })).toMatchObject({
    by: 'text',
  });
  expect(await access('rpc/search_orders', { p_field: 'customer_rut', p_search: '12' })).toBeUndefined();
  expect(await access('rpc/search_profiles', { p_search: '12', p_staff: true })).toBeUndefined();
  expect(
    await access('rpc/search_orders', { p_field: 'equipment_model', p_search: 'Ñandú １２３' }),
  ).toBeUndefined();
  expect(await access('rpc/search_orders', { p_search: '000123' })).toBeUndefined();
});

test.each([
  // JSON.parse reads 14051e818 as a number, which the database compares as digits.
  ['a number beyond all numbers', '14051e818'],
  ['a number', '12'],
  ['a list', '["110"]'],
  ['an object', '{"a":"110"}'],
])('PRIV-12 a search with an argument that is %s may mean anything, and is logged', async (_what, value) => {
  for (const field of ['customer_rut', 'customer_phone', 'all'])
    expect(await access('rpc/search_orders', `{"p_field":"${field}","p_search":${value}}`)).toMatchObject({
      kind: 'search',
    });
  expect(await access('rpc/search_orders', { p_field: ['customer_rut'], p_search: '12' })).toMatchObject({
    kind: 'search',
  });
});

test('PRIV-12 a list filtered by the query of its URL is logged', async () => {
  const all = { p_search: '', p_staff: false };
  expect(await access('rpc/search_profiles?full_name=like.*a*', all)).toMatchObject({
    kind: 'search',
    by: 'text',
  });
  expect(await access('rpc/search_orders?or=(customer_rut.like.1*,status.eq.x)', {})).toMatchObject({
    by: 'text',
  });
  expect(await access('rpc/search_profiles?p_search=&p_staff=false&full_name=like.*a*')).toMatchObject({
    by: 'text',
  });
  expect(await access('rpc/search_orders?select=id,status&status=eq.pending&limit=5', {})).toBeUndefined();
});

test('PRIV-09 reading a list of customer accounts is logged for every call; a list of colleagues is not', async () => {
  for (const p_search of ['', '12', '@'])
    expect(await access('rpc/search_profiles', { p_search, p_staff: false, p_limit: 200 })).toEqual({
      kind: 'list',
      source: 'search_profiles',
    });
  expect(await access('rpc/search_profiles?p_search=&p_staff=f')).toMatchObject({ kind: 'list' });
  expect(await access('rpc/search_profiles', { p_search: '', p_staff: true })).toBeUndefined();
  expect(await access('rpc/list_erasure_requests', {})).toMatchObject({ kind: 'list' });
});

test('PRIV-09 the preview of an account’s erasure is logged', async () => {
  expect(await access('rpc/preview_anonymization', { p_by: 'account', p_value: 'x' })).toMatchObject({
    kind: 'list',
  });
});

test.each([
  'service_orders?select=id&work_description=like.*vera*',
  'service_orders?select=id&order=customer_rut.asc',
  'service_orders?select=id&or=(status.eq.pending,customer_name.like.V*)',
  'service_orders?select=id&or=(status.eq.pending,and(id.gt.1,work_description.not.like.V*))',
  'service_orders?select=id&not.and=(equipment_brand.eq.x,status.eq.x)',
  'profiles?select=id&preferences->>city=eq.x',
  'notifications?select=id&message=like.*vera*',
  'notifications?select=id&or=(is_read.is.true,message.ilike.*vera*)',
  'decision_history?select=id&order=message',
])('PRIV-09 reading rows selected by more than their state is logged: %s', async (path) => {
  expect(await access(path)).toMatchObject({ kind: expect.stringMatching(/^(?:list|search)$/) });
});

test.each([
  'service_orders?select=id,status&status=eq.pending&order=created_at.desc,id&limit=20&offset=0',
  'service_orders?select=id&or=(status.eq.pending,status.is.null)&status=in.(pending,quoted)',
  'service_orders?select=id&or=(status.in.(pending,quoted),and(status.eq.x,delivered_at.not.is.null))',
  'notifications?select=*&is_read=is.false&type=eq.customer_reply&order=created_at.desc,id',
  'decision_history?select=message,created_at&order_id=eq.5&order=created_at',
])('PRIV-09 reading rows selected by their state alone is not logged: %s', async (path) => {
  expect(await access(path)).toBeUndefined();
});
