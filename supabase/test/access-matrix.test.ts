/**
 * DATA-02 as a table (support/access-matrix.ts), tested cell by cell through supabase-js against the running server.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Operation, RULES } from './support/access-matrix.ts';
import { ACTORS, type Actor, openShop, type Shop } from './support/shop.ts';
import { type Answer, type Columns, type Key, TABLE_CASES, type TableCase } from './support/table-cases.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

/** The row as stored, regardless of visibility; null if it does not exist. */
async function truth(table: string, key: string, value: unknown): Promise<Columns | null> {
  const { sql } = shop;
  const [row] = await sql`
    select to_jsonb(t) as row from ${sql(table.includes('.') ? table : `public.${table}`)} as t where ${sql(key)} = ${value as Key} limit 1`;
  return (row?.row as Columns | undefined) ?? null;
}

/** Any table by name: the matrix is data, which the generated types cannot express. */
async function call(
  actor: Actor,
  table: string,
  operation: Operation,
  key: string,
  value: Key,
  columns: Columns,
): Promise<Answer> {
  const spec = TABLE_CASES[table];
  if (spec?.call) return spec.call(shop.clientOf(actor), operation, String(value));
  const rows = shop.clientOf(actor).from(table as never);
  const found = { column: key as never, value: value as never };
  const run = {
    select: () => rows.select(spec?.columns ?? '*').eq(found.column, found.value),
    insert: () => rows.insert(columns as never),
    update: () => rows.update(columns as never).eq(found.column, found.value),
    delete: () => rows.delete().eq(found.column, found.value),
  };
  const { error, data } = await run[operation]();
  return { error, rows: Array.isArray(data) ? data.length : 0 };
}

/** Rejected because of missing rights and nothing else: a malformed request must not pass as a rejection. */
function expectRefused(answer: Answer): void {
  expect(answer.rows).toBe(0);
  if (answer.error) expect(answer.error.code).toBe('42501');
}

async function trySelect(table: string, spec: TableCase, actor: Actor, allowed: boolean): Promise<void> {
  const value = await spec.make(shop, actor, 'select');
  const answer = await call(actor, table, 'select', spec.key, value, {});
  if (!allowed) return expectRefused(answer);
  expect(answer.error).toBeNull();
  expect(answer.rows).toBeGreaterThan(0);
}

async function tryInsert(table: string, spec: TableCase, actor: Actor, allowed: boolean): Promise<void> {
  const columns = await spec.insert(shop);
  const value = columns[spec.key] as Key;
  const before = await truth(table, spec.key, value);
  const answer = await call(actor, table, 'insert', spec.key, value, columns);
  const after = await truth(table, spec.key, value);
  if (allowed) {
    expect(answer.error).toBeNull();
    expect(after).toMatchObject(comparable(columns));
  } else {
    expect(answer.error).toMatchObject({ code: '42501' });
    expect(after).toEqual(before);
  }
}

async function tryUpdate(table: string, spec: TableCase, actor: Actor, allowed: boolean): Promise<void> {
  const value = await spec.make(shop, actor, 'update');
  const before = await truth(table, spec.key, value);
  // A change to the current value would prove nothing.
  expect(before).not.toMatchObject(spec.update);
  const answer = await call(actor, table, 'update', spec.key, value, spec.update);
  const after = await truth(table, spec.key, value);
  if (allowed) {
    expect(answer.error).toBeNull();
    expect(after).toMatchObject(spec.update);
    await restore(table, spec, value, before);
  } else {
    expectRefused(answer);
    expect(after).toEqual(before);
  }
}

async function tryDelete(table: string, spec: TableCase, actor: Actor, allowed: boolean): Promise<void> {
  const value = await spec.make(shop, actor, 'delete');
  expect(await truth(table, spec.key, value)).not.toBeNull();
  const answer = await call(actor, table, 'delete', spec.key, value, {});
  if (!allowed) expectRefused(answer);
  else expect(answer.error).toBeNull();
  expect((await truth(table, spec.key, value)) === null).toBe(allowed);
}

/** Rows shared by all actors (a profile, a template) are restored for the next one. */
async function restore(table: string, spec: TableCase, value: Key, before: Columns | null): Promise<void> {
  const { sql } = shop;
  const columns = Object.fromEntries(Object.keys(spec.update).map((name) => [name, before?.[name] ?? null]));
  await sql`update ${sql('public')}.${sql(table)} set ${sql(columns)} where ${sql(spec.key)} = ${value}`;
}

/** Times are returned in another format. */
const comparable = (columns: Columns): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => !/T.*Z$/.test(String(value))));

const EXPECT = { select: trySelect, insert: tryInsert, update: tryUpdate, delete: tryDelete };

describe.each(RULES)('DATA-02 $operation on $table', ({ table, operation, allowed }) => {
  test.each(ACTORS.map((actor) => [actor, allowed[actor] ? 'may' : 'may not'] as const))(
    '%s %s',
    async (actor) => {
      const spec = TABLE_CASES[table];
      if (!spec) throw new Error(`Add a case for ${table} to supabase/test/support/table-cases.ts.`);
      const expectOutcome = EXPECT[operation];
      await expectOutcome(table, spec, actor, allowed[actor]);
    },
  );
});

describe('DATA-02 completeness of the matrix', () => {
  test('DATA-02 every table and view of the API, and the objects of buckets, have their four lines', async () => {
    const relations = await shop.sql`
      select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
      union all select 'storage.objects' order by 1`;
    const expected = relations.flatMap(({ name }) =>
      ['delete', 'insert', 'select', 'update'].map((operation) => `${name} ${operation}`),
    );
    expect(
      RULES.map(({ table, operation }) => `${table} ${operation}`).sort(),
      'supabase/test/support/access-matrix.ts against the tables and views of supabase/schemas: add four lines there, and a case to table-cases.ts beside it',
    ).toEqual(expected.sort());
  });

  test('DATA-02 every table has row level security on, the private ones too', async () => {
    const open = await shop.sql`
      select relname::text as name from pg_class
      where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p') and not relrowsecurity`;
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  test('DATA-02 nobody of the API may truncate, reference or set triggers on a table', async () => {
    const grants = await shop.sql`
      select grantee, table_name, privilege_type from information_schema.role_table_grants
      where table_schema in ('public', 'private') and grantee in ('anon', 'authenticated', 'PUBLIC')
        and privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')`;
    expect(grants.map((grant) => ({ ...grant }))).toEqual([]);
  });
});
