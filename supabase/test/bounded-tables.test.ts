/** No table grows by use alone (PRIV-23). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';
import { ONE_PER_PARENT, ONE_ROW, REASONS, RULES, runRetention, type Rule } from './support/table-bounds.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await makeOrder(shop);
  // The tables of pg_cron on a hosted project, where another role owns them.
  await shop.sql.unsafe(`create schema cron;
    create table cron.job (jobid bigint primary key, jobname text);
    create table cron.job_run_details (runid bigint generated always as identity primary key, start_time timestamptz);
    grant usage on schema cron to postgres;
    grant select on cron.job to postgres;
    grant all on cron.job_run_details to postgres`);
});
afterAll(() => shop[Symbol.asyncDispose]());

const EXPLAINED = [...Object.keys(RULES), ...ONE_ROW, ...ONE_PER_PARENT, ...Object.keys(REASONS)];

/** Tables without a rule or a reason, and names in the lists without a table. */
async function differences(): Promise<{ unexplained: string[]; unknown: string[] }> {
  const rows = await shop.sql<{ name: string }[]>`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%' order by 1`;
  const names = rows.map(({ name }) => name);
  return {
    unexplained: names.filter((name) => !EXPLAINED.includes(name)),
    unknown: EXPLAINED.filter((name) => !names.includes(name)),
  };
}

test('PRIV-23 every table has a rule that deletes its old rows, or a stated bound, and a new one without is found', async () => {
  expect(await differences()).toEqual({ unexplained: [], unknown: [] });
  expect(new Set(EXPLAINED).size).toBe(EXPLAINED.length);
  await shop.sql`create table private.zz_events (id bigint)`;
  expect((await differences()).unexplained).toEqual(['private.zz_events']);
  await shop.sql`drop table private.zz_events`;
});

test('PRIV-23 tables of one row have a key with one value', async () => {
  const rows = await shop.sql<{ name: string }[]>`
    select k.conrelid::regclass::text as name
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
    where k.contype = 'p' and a.atttypid = 'boolean'::regtype and exists (
      select from pg_constraint c where c.conrelid = k.conrelid and c.contype = 'c'
        and pg_get_constraintdef(c.oid) = format('CHECK (%I)', a.attname))
    order by 1`;
  expect(rows.map(({ name }) => name)).toEqual(ONE_ROW);
});

test('PRIV-23 tables of one row for each of another go with it', async () => {
  const rows = await shop.sql<{ name: string }[]>`
    select r.name from unnest(${ONE_PER_PARENT}::text[]) as r (name)
    join pg_constraint k on k.conrelid = r.name::regclass and k.contype = 'p'
    where k.conkey <@ (select array_agg(n) from pg_constraint f, unnest(f.conkey) as n
      where f.conrelid = k.conrelid and f.contype = 'f' and f.confdeltype = 'c')`;
  expect(rows.map(({ name }) => name).sort()).toEqual(ONE_PER_PARENT);
});

/** Inserts a row. @returns the transaction that did, by which the row is found. */
async function insertAged({ insert }: Rule, age: string): Promise<string> {
  return shop.sql.begin(async (tx) => {
    await tx.unsafe(insert.replaceAll('$age', `now() - interval '${age}'`));
    const [row] = await tx`select pg_current_xact_id()::text as id`;
    return String(row?.id);
  });
}
const isThere = async (table: string, transaction: string) =>
  (await shop.sql`select from ${shop.sql(table)} where xmin::text = ${transaction}`).length > 0;

test.for(Object.entries(RULES))(
  'PRIV-23 %s: an old row is deleted, and one within the period stays',
  async ([table, rule]) => {
    const old = await insertAged(rule, rule.old);
    const kept = rule.kept && (await insertAged(rule, rule.kept));
    expect(await isThere(table, old)).toBe(true);
    await (rule.clean ?? runRetention)(shop);
    expect(await isThere(table, old)).toBe(false);
    expect(kept === undefined || (await isThere(table, kept))).toBe(true);
  },
);

test('PRIV-23 the log of log-ins is counted, and a project that refuses its deletion keeps the rest of the cleaning', async () => {
  const { sql } = shop;
  const rule = RULES['auth.audit_log_entries'] as Rule;
  const look = RULES['private.looks'] as Rule;
  const run = async () => (await sql`select public.run_retention() as removed`)[0]?.removed as unknown;
  await run();
  const entry = await insertAged(rule, rule.old);
  const old = await insertAged(look, look.old);
  // postgres is a member of authenticator, as which GoTrue runs here.
  await sql`revoke delete on auth.audit_log_entries, auth.flow_state from postgres, authenticator`;
  expect(await run()).toEqual({ looks: 1 });
  expect(await isThere('private.looks', old)).toBe(false);
  expect(await isThere('auth.audit_log_entries', entry)).toBe(true);
  await sql`grant delete on auth.audit_log_entries, auth.flow_state to postgres, authenticator`;
  expect(await run()).toEqual({ log_ins: 1 });
});

test('PRIV-23 a renewal leaves rows that are deleted in time, and the session goes on', async () => {
  const { sql } = shop;
  const { client, id } = await shop.addPerson('customer');
  for (let renewal = 0; renewal < 3; renewal++) expect((await client.auth.refreshSession()).error).toBeNull();
  const rowsOf = async () => {
    const [row] = await sql`
      select (select count(*)::integer from auth.refresh_tokens where user_id = ${id}) as tokens,
        (select count(*)::integer from auth.audit_log_entries where payload ->> 'actor_id' = ${id}) as entries`;
    return { ...row };
  };
  const before = await rowsOf();
  expect(before.tokens).toBe(4);
  expect(before.entries).toBeGreaterThanOrEqual(6);
  await sql`update auth.refresh_tokens set created_at = now() - interval '31 days', updated_at = now() - interval '31 days'
    where user_id = ${id}`;
  await sql`update auth.audit_log_entries set created_at = now() - interval '91 days' where payload ->> 'actor_id' = ${id}`;
  await runRetention(shop);
  expect(await rowsOf()).toEqual({ tokens: 1, entries: 0 });
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect((await client.from('profiles').select('id')).data).toEqual([{ id }]);
});

test('PRIV-23 a used token that comes again weeks later still ends the session', async () => {
  const { client, id } = await shop.addPerson('customer');
  const used = (await client.auth.getSession()).data.session?.refresh_token ?? '';
  for (let renewal = 0; renewal < 2; renewal++) await client.auth.refreshSession();
  await shop.sql`update auth.refresh_tokens set created_at = now() - interval '29 days', updated_at = now() - interval '29 days'
    where user_id = ${id}`;
  await runRetention(shop);
  const ended = { code: 'refresh_token_already_used' };
  expect((await shop.newClient().auth.refreshSession({ refresh_token: used })).error).toMatchObject(ended);
  expect((await client.auth.refreshSession()).error).toMatchObject(ended);
});
