import { expect, test } from 'vitest';
import { lookOf } from './look-of.ts';

const look = (path: string, body?: Record<string, unknown>, method = body ? 'POST' : 'GET') =>
  lookOf({
    method,
    url: new URL(`http://x/rest/v1/${path}`),
    prefer: '',
    argumentsOf: () => body ?? {},
  });

const RUT = '11222333-4';
/** The same characters in other scripts and compatibility forms; the database normalises them. */
const drawn = (text: string, zero: number) =>
  text.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const SPELLINGS = [drawn(RUT, 0xff10), drawn(RUT, 0x1d7ce), drawn(RUT, 0x1d7f6)];

test.each(SPELLINGS)('PRIV-12 a search for the RUT %s is one for the RUT that it spells', (spelled) => {
  const subject = RUT;
  expect(look('rpc/search_orders', { p_field: 'customer_rut', p_search: spelled })).toMatchObject({
    by: 'rut',
    subject,
  });
  expect(look('rpc/search_orders', { p_field: 'customer_phone', p_search: spelled })).toMatchObject({
    by: 'phone',
  });
  expect(look('rpc/search_orders', { p_field: 'all', p_search: spelled })).toMatchObject({
    by: 'number',
    subject,
  });
  expect(look('rpc/search_profiles', { p_search: spelled, p_staff: false })).toMatchObject({
    by: 'number',
    subject,
  });
  expect(look('rpc/find_order_customer', { p_rut: spelled })).toMatchObject({ by: 'rut', subject });
  expect(look('rpc/preview_anonymization', { p_by: 'rut', p_value: spelled })).toMatchObject({ subject });
  expect(look(`service_orders?customer_rut=eq.${encodeURIComponent(spelled)}`)).toMatchObject({ subject });
});

test.each(['½½½', '१२३', '٣٤٥', '\u200b1', '🙂'])(
  'PRIV-12 what may be compared otherwise is a look: %s',
  (text) => {
    for (const p_field of ['customer_rut', 'customer_phone', 'all', 'a_field_to_come'])
      expect(look('rpc/search_orders', { p_field, p_search: text })).toMatchObject({ kind: 'search' });
    expect(look('rpc/search_profiles', { p_search: text, p_staff: false })).toMatchObject({ kind: 'search' });
  },
);

test('PRIV-12 a number among signs is a look; one or two digits and the fields of a device are none', () => {
  expect(look('rpc/search_profiles', { p_search: '@1234', p_staff: false })).toMatchObject({ by: 'name' });
  expect(look('rpc/search_orders', { p_field: 'all', p_search: '#1234' })).toMatchObject({ by: 'text' });
  expect(look('rpc/search_orders', { p_field: 'customer_rut', p_search: '12' })).toBeUndefined();
  expect(look('rpc/search_profiles', { p_search: '12', p_staff: true })).toBeUndefined();
  expect(look('rpc/search_orders', { p_field: 'equipment_model', p_search: 'Ñandú １２３' })).toBeUndefined();
  expect(look('rpc/search_orders', { p_search: '000123' })).toBeUndefined();
});

test.each<[string, unknown]>([
  // JSON.parse reads 14051e818 as a number, which the database compares as digits.
  ['a number beyond all numbers', Infinity],
  ['a number', 12],
  ['a list', ['110']],
  ['an object', { a: '110' }],
])('PRIV-12 an argument that is %s may be written out as anything, and is a look', (_what, p_search) => {
  for (const p_field of ['customer_rut', 'customer_phone', 'all'])
    expect(look('rpc/search_orders', { p_field, p_search })).toMatchObject({ kind: 'search' });
  expect(look('rpc/search_orders', { p_field: ['customer_rut'], p_search: '12' })).toMatchObject({
    kind: 'search',
  });
});

test('PRIV-12 a list that is narrowed down by a filter of the address is a look', () => {
  const all = { p_search: '', p_staff: false };
  expect(look('rpc/search_profiles?full_name=like.*a*', all)).toMatchObject({ kind: 'search', by: 'text' });
  expect(look('rpc/search_orders?or=(customer_rut.like.1*,status.eq.x)', {})).toMatchObject({ by: 'text' });
  expect(look('rpc/search_profiles?p_search=&p_staff=false&full_name=like.*a*')).toMatchObject({
    by: 'text',
  });
  expect(look('rpc/search_orders?select=id,status&status=eq.pending&limit=5', {})).toBeUndefined();
});

test('PRIV-09 a list of customers’ accounts is a look, whichever call gives it; one of colleagues is none', () => {
  for (const p_search of ['', '12', '@'])
    expect(look('rpc/search_profiles', { p_search, p_staff: false, p_limit: 200 })).toEqual({
      kind: 'list',
      source: 'search_profiles',
    });
  expect(look('rpc/search_profiles?p_search=&p_staff=f')).toMatchObject({ kind: 'list' });
  expect(look('rpc/search_profiles', { p_search: '', p_staff: true })).toBeUndefined();
  expect(look('rpc/list_erasure_requests', {})).toMatchObject({ kind: 'list' });
});

test('PRIV-09 the preview of an account’s erasure is a look', () => {
  expect(look('rpc/preview_anonymization', { p_by: 'account', p_value: 'x' })).toMatchObject({
    kind: 'list',
  });
});

test.each([
  'service_orders?select=id&work_description=like.*vera*',
  'service_orders?select=id&order=customer_rut.asc',
  'service_orders?select=id&or=(status.eq.pending,customer_name.like.V*)',
  'service_orders?select=id&or=(status.eq.pending,and(id.gt.1,not.work_description.like.V*))',
  'service_orders?select=id&not.and=(equipment_brand.eq.x,status.eq.x)',
  'profiles?select=id&preferences->>city=eq.x',
])('PRIV-09 rows that are chosen by more than their state are a look: %s', (path) => {
  expect(look(path)).toMatchObject({ kind: expect.stringMatching(/^(?:list|search)$/) });
});

test.each([
  'service_orders?select=id,status&status=eq.pending&order=created_at.desc,id&limit=20&offset=0',
  'service_orders?select=id&or=(status.eq.pending,status.is.null)&status=in.(pending,quoted)',
  'service_orders?select=id&or=(status.in.(pending,quoted),and(status.eq.x,delivered_at.not.is.null))',
])('PRIV-09 rows that are chosen by their state alone are none: %s', (path) => {
  expect(look(path)).toBeUndefined();
});
