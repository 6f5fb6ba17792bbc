/**
 * The access matrix and the audit log in every shape of a request, generated from the catalogue: counts, HEAD, repeated
 * keys, writes that answer with rows, and embedded tables (DATA-02, PRIV-09, PRIV-12, PRIV-14).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RULES } from './support/access-matrix.ts';
import { type Actor, ACTORS, openShop, type Shop } from './support/shop.ts';
import { type Key, TABLE_CASES } from './support/table-cases.ts';

let shop: Shop;
/** A row of each table, by its key. */
const made = new Map<string, Key>();
beforeAll(async () => {
  shop = await openShop();
  for (const [table, spec] of Object.entries(TABLE_CASES))
    made.set(table, await spec.make(shop, 'admin', 'select'));
});
afterAll(() => shop[Symbol.asyncDispose]());

async function ask(actor: Actor, path: string, init: RequestInit = {}) {
  const { data } = await shop.clientOf(actor).auth.getSession();
  const authorization = `Bearer ${data.session?.access_token ?? shop.publishableKey}`;
  const headers = { apikey: shop.publishableKey, authorization, ...(init.headers as object) };
  const response = await fetch(`${shop.url}/rest/v1/${path}`, { ...init, headers });
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
  return { status: response.status, total: Number(total ?? 0), text: await response.text() };
}

const counted = { prefer: 'count=exact' };
const written = { prefer: 'return=representation,count=exact', 'content-type': 'application/json' };

/** Requests that tell of the rows of a table, each in another way. */
const SHAPES: readonly (readonly [what: string, query: string, init: RequestInit])[] = [
  ['rows', 'select=KEY&KEY=eq.MADE', {}],
  ['a count', 'select=KEY&KEY=eq.MADE&limit=0', { headers: counted }],
  ['HEAD', 'select=KEY&KEY=eq.MADE', { method: 'HEAD', headers: counted }],
  ['a page beyond the last', 'select=KEY&KEY=eq.MADE&offset=5000', { headers: counted }],
  [
    'a single object',
    'select=KEY&KEY=eq.MADE&limit=1',
    { headers: { accept: 'application/vnd.pgrst.object+json' } },
  ],
  ['a change that answers', 'select=KEY&KEY=eq.MADE', { method: 'PATCH', headers: written, body: '{}' }],
  ['a row that answers', 'select=KEY&KEY=eq.MADE', { method: 'POST', headers: written, body: '{}' }],
];

/** The rules of rows that the data API serves: it has no other schema than public. */
const READS = RULES.filter(({ operation, table }) => operation === 'select' && !table.includes('.'));

const hidden = READS.flatMap(({ table, allowed }) =>
  ACTORS.filter((actor) => !allowed[actor]).map((actor) => [actor, table] as const),
);

describe('DATA-02 columns that a caller may not read', () => {
  test.each(hidden)('DATA-02 %s learns nothing of %s in any shape', async (actor, table) => {
    const key = TABLE_CASES[table]?.key ?? 'id';
    for (const [what, query, init] of SHAPES) {
      const asked = query.replaceAll('KEY', key).replace('MADE', String(made.get(table)));
      const { status, total, text } = await ask(actor, `${table}?${asked}`, init);
      expect([what, status >= 500, total], what).toEqual([what, false, 0]);
      expect(['', '[]'], what).toContain(status < 300 ? text : '');
    }
  });

  test.each(READS.map(({ table }) => table))(
    'PRIV-14 nobody asks for %s by a key that is given twice',
    async (table) => {
      const key = TABLE_CASES[table]?.key ?? 'id';
      for (const actor of ACTORS) {
        const { status, text } = await ask(actor, `${table}?select=${key}&${key}=eq.1&${key}=eq.2`);
        expect([actor, status, JSON.parse(text)]).toMatchObject([actor, 400, { code: 'PGRST100' }]);
      }
    },
  );
});

/** Tables with data of customers. */
const PERSONAL = [
  'service_orders',
  'service_order_internal',
  'order_events',
  'decision_origins',
  'whatsapp_messages',
  'whatsapp_replies',
  'appointments',
  'profiles',
];
/** Their texts that are codes and marks of the shop's work. */
const CODES = new Set(
  `status state role kind event equipment_type equipment_brand equipment_model password_type import_key template language
  error_code error_message provider_message_id actor_name actor_role type opaque changed_by_name
  answered_name`.split(/\s+/),
);

describe('PRIV-09 what the staff read', () => {
  const clear = () =>
    shop.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`delete from private.looks`;
    });
  beforeEach(clear);

  const logged = async () => (await shop.sql`select from private.looks`).length;

  test('PRIV-12 no text of a customer chooses or sorts rows without an entry', async () => {
    const columns = await shop.sql<{ table: string; column: string }[]>`
      select c.relname::text as "table", a.attname::text as "column" from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relname in ${shop.sql(PERSONAL)}
        and a.atttypid = 'text'::regtype and has_column_privilege('authenticated', c.oid, a.attnum, 'select')
      order by 1, 2`;
    const personal = columns.filter(({ column }) => !CODES.has(column));
    expect(personal.length).toBeGreaterThan(20);
    const unlogged: string[] = [];
    for (const { table, column } of personal) {
      const key = TABLE_CASES[table]?.key ?? 'id';
      for (const [query, init] of [
        [`select=${key}&${column}=like.*zz-none*`, {}],
        [`select=${key}&${column}=like.*a*&limit=0`, { headers: counted }],
        [`select=${key}&${column}=not.is.null`, { method: 'HEAD', headers: counted }],
        [`select=${key}&or=(${column}.like.*zz-none*,${key}.is.null)`, {}],
        [`select=${key}&order=${column}.desc`, {}],
      ] as const) {
        const { status } = await ask('admin', `${table}?${query}`, init);
        if (status >= 300 || (await logged()) === 0) unlogged.push(`${status} ${table}?${query}`);
        await clear();
      }
    }
    expect(unlogged).toEqual([]);
  });

  test('PRIV-09 no table brings rows of customers along without an entry, by any foreign key', async () => {
    const keys = await shop.sql<{ name: string; child: string; parent: string }[]>`
      select k.conname::text as name, k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
      where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and p.relnamespace = 'public'::regnamespace
      order by 1`;
    const unlogged: string[] = [];
    let brought = 0;
    for (const { name, child, parent } of keys) {
      for (const [from, to] of [
        [child, parent],
        [parent, child],
      ] as const) {
        if (!PERSONAL.includes(to.replace('public.', ''))) continue;
        const path = `${from.replace('public.', '')}?select=x:${to.replace('public.', '')}!${name}!inner(*)&limit=3`;
        const { status, text } = await ask('admin', path);
        if (status >= 300 || text === '[]') continue;
        brought += 1;
        if ((await logged()) === 0) unlogged.push(path);
        await clear();
      }
    }
    expect(brought).toBeGreaterThan(5);
    expect(unlogged).toEqual([]);
  });
});
