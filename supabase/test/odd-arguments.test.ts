/**
 * JSON of another shape (PAY-29): each function of the API that takes some, generated from the catalogue, refuses in
 * the shop's words what it cannot read, and never in PostgreSQL's.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInWords } from './support/refusals.ts';
import { STROKES } from './support/signatures.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const id = randomUUID();
const orders = [{ id, version: 1 }];
const document = { kind: 'boleta', folio: '1', issued_on: '2026-01-02', total: '10', rut: '1-9' };
const rules = [{ from: '2026-01-01', base: 'total', percent: 5, people: [{ id, percent: 5 }] }];
const reminder = { enabled: true, first: 3, second: 7, before: 10 };
const product = {
  brand: 'a',
  model: 'b',
  type: 'c',
  supplier: 'd',
  quantity: '1',
  cost_price: '1',
  code: '5',
};
const imported = { row: 1, key: 'k', order_number: 7, renumber: true, created_at: '2026-01-02T12:00:00Z' };

/** A readable value of each function's JSON, and its other arguments. */
const CALLS: Readonly<Record<string, { json: Record<string, Json>; args?: Record<string, Json> }>> = {
  add_tax_document: { json: { p_document: document }, args: { p_payment_id: id } },
  change_orders: { json: { p_orders: orders, p_change: { technician_id: null } } },
  check_import: { json: { p_rows: [imported] } },
  check_inventory_import: { json: { p_rows: [{ row: 1, key: 'k', ...product }] }, args: { p_file_key: 'a' } },
  deliver_visit: {
    json: {
      p_orders: [{ id, version: 1, warranty_days: 90, parts_warranty_days: null }],
      p_payment: { payment_method: 'cash', document },
    },
  },
  close_drawer: { json: { p_count: { 1000: 1 } }, args: { p_drawer_id: id } },
  count_items: {
    json: { p_scans: [{ id, code: 'INV-1', quantity: 1, age_ms: 5 }] },
    args: { p_stocktake_id: id },
  },
  explain_differences: {
    json: { p_differences: { [id]: 1 } },
    args: { p_stocktake_id: id, p_reason: 'lost' },
  },
  give_back: {
    json: { p_document: document },
    args: { p_order_id: id, p_amount: 1, p_method: 'cash', p_reason: 'a' },
  },
  import_inventory: {
    json: { p_rows: [{ row: 1, key: 'k', min_stock: '0', place: 'a', ...product }] },
    args: { p_file_name: 'a', p_file_key: 'a', p_existing: 'add' },
  },
  import_orders: { json: { p_rows: [imported] }, args: { p_batch_id: id } },
  move_parts: { json: { p_parts: [{ id, version: 1, unit_cost: 5 }] }, args: { p_to: 'arrived' } },
  open_drawer: { json: { p_count: { 1000: 1 } }, args: { p_till: 'Caja' } },
  order_board: { json: { p_limits: { pending: 5 } } },
  preview_retention: { json: { p_value: { order_years: 6, message_days: 400 } } },
  rehearse_commissions: { json: { p_rules: rules } },
  rehearse_reminders: {
    json: { p_messages: { quietHours: { from: '21:00', to: '09:00' }, pickup_reminder: reminder } },
  },
  rehearse_waits: { json: { p_waits: [{ key: 'part', days: 5 }] } },
  report_part_failures: {
    json: { p_failures: [{ part: 'shell', build: 'a', kind: 'caught', error: 'a', frames: '' }] },
  },
  save_checklist: {
    json: {
      p_points: [{ label: 'Pantalla', result: 'works' }],
      p_accessories: [{ id, label: 'Cargador' }],
    },
    args: { p_order_id: id, p_moment: 'reception', p_equipment_type: 'smartphone' },
  },
  sign_by_link: { json: { p_strokes: STROKES }, args: { p_token: 'a', p_digest: 'a', p_name: 'Rosa Soto' } },
  sign_order: {
    json: { p_strokes: STROKES },
    args: { p_order_id: id, p_moment: 'reception', p_digest: 'a', p_name: 'Rosa Soto' },
  },
  take_payment: {
    json: { p_orders: [{ id, amount: 1 }], p_document: document },
    args: { p_method: 'cash' },
  },
  undo_statuses: { json: { p_orders: orders } },
};

const ODD: readonly Json[] = [
  1.5,
  -1,
  1e30,
  'x',
  '',
  true,
  null,
  [],
  {},
  [[1]],
  { a: { b: [1] } },
  '9'.repeat(400),
];

/** A value with each of its parts, and itself, replaced by another value. */
function* mutants(value: Json, odd: Json): Generator<Json> {
  yield odd;
  if (Array.isArray(value)) {
    yield [...value, odd];
    for (const [index, part] of value.entries())
      for (const mutant of mutants(part, odd)) yield value.with(index, mutant);
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, [JSON.stringify(odd)]: odd };
    for (const [key, part] of Object.entries(value))
      for (const mutant of mutants(part, odd)) yield { ...value, [key]: mutant };
  }
}

test('PAY-29 every function of the API that takes JSON is tried', async () => {
  const known = await shop.sql<{ name: string; args: string[] }[]>`
    select p.proname as name, array(
      select p.proargnames[n] from generate_subscripts(p.proargnames, 1) as n
      where (string_to_array(p.proargtypes::text, ' ')::oid[])[n] = 'jsonb'::regtype) as args
    from pg_proc p where p.pronamespace = 'public'::regnamespace
      and 'jsonb'::regtype = any (string_to_array(p.proargtypes::text, ' ')::oid[])
      and has_function_privilege('authenticated', p.oid, 'execute')`;
  expect(Object.fromEntries(known.map(({ name, args }) => [name, args.toSorted()]))).toEqual(
    Object.fromEntries(Object.entries(CALLS).map(([name, { json }]) => [name, Object.keys(json).toSorted()])),
  );
});

test.each(Object.entries(CALLS))(
  'PAY-29 %s refuses JSON of another shape in words',
  async (name, { json, args }) => {
    const { parameters } = Object.fromEntries(
      await shop.sql`select 'parameters', proargnames from pg_proc where proname = ${name}`.values(),
    ) as { parameters: string[] };
    const rpc = (given: Record<string, Json>) => shop.people.admin.client.rpc(name as never, given as never);
    const raw: string[] = [];
    for (const [argument, value] of Object.entries(json))
      for (const odd of ODD)
        for (const mutant of mutants(value, odd)) {
          // The API reads a bare text as JSON, before any function.
          if (typeof mutant === 'string') continue;
          const ids = Object.fromEntries(
            ['p_id', 'p_request_id']
              .filter((key) => parameters.includes(key))
              .map((key) => [key, randomUUID()]),
          );
          const { error } = await rpc({ ...json, ...args, ...ids, [argument]: mutant });
          if (error && !isInWords(error.message))
            raw.push(`${error.code} ${error.message}: ${JSON.stringify(mutant).slice(0, 100)}`);
        }
    expect(raw).toEqual([]);
  },
);
