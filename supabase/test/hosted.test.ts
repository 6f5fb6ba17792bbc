/**
 * The same migrations on a hosted Supabase project: they run as `postgres`, which is not a superuser there, and give
 * the same rights whether or not the project grants new tables to the API's roles by default (older ones do).
 */
import { bootstrapDatabase } from '@taller/server/database/bootstrap.ts';
import { embeddedUrls } from '@taller/server/database/database.ts';
import { applyMigrations, readMigrations } from '@taller/server/database/migrations.ts';
import { createTestDatabase } from '@taller/server/testing/template-database.ts';
import { acquireTestCluster } from '@taller/server/testing/test-cluster.ts';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let plain: postgres.Sql;
let generous: postgres.Sql;
const stack = new AsyncDisposableStack();

beforeAll(async () => {
  const { cluster, release } = await acquireTestCluster();
  stack.defer(release);
  const connect = (url: string): postgres.Sql => {
    const sql = postgres(url, { max: 2, onnotice: () => {} });
    stack.defer(() => sql.end({ timeout: 5 }));
    return sql;
  };
  const migrated = await createTestDatabase(cluster, 'migrations');
  stack.defer(() => migrated.stop());
  plain = connect(migrated.adminUrl);

  const name = `generous_${crypto.randomUUID().replaceAll('-', '')}`;
  await plain.unsafe(`create database ${name}`);
  stack.defer(async () => {
    const admin = postgres(embeddedUrls(cluster.port, cluster).adminUrl, { max: 1, onnotice: () => {} });
    await admin.unsafe(`drop database if exists ${name} with (force)`);
    await admin.end({ timeout: 5 });
  });
  const { adminUrl } = embeddedUrls(cluster.port, cluster, name);
  generous = connect(adminUrl);
  await bootstrapDatabase(generous, adminUrl);
  // From supabase/postgres, migrations/db/init-scripts/00000000000000-initial-schema.sql; newer projects revoke it.
  for (const objects of ['tables', 'functions', 'sequences']) {
    await generous.unsafe(
      `alter default privileges for role postgres in schema public grant all on ${objects} to anon, authenticated, service_role`,
    );
  }
  await applyMigrations(adminUrl);
});
afterAll(() => stack.disposeAsync());

describe('migrations on a hosted project', () => {
  test('DATA-01 run as a role with the rights that `postgres` has there, and no more', async () => {
    const [role] = await plain`
      select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = 'postgres'`;
    expect({ ...role }).toEqual({
      rolsuper: false,
      rolcreatedb: true,
      rolcreaterole: true,
      rolreplication: true,
      rolbypassrls: true,
    });
    const done = await plain`select version from supabase_migrations.schema_migrations`;
    expect(done).toHaveLength(readMigrations().length);
  });

  test('DATA-01 find the API’s roles with the times and the inheritance that they have there', async () => {
    const roles = await plain`
      select rolname, rolcanlogin, rolinherit, rolbypassrls,
        array(select c from unnest(rolconfig) c where c ~ '^(statement|lock)_timeout=' order by 1) as times
      from pg_roles where rolname in ('anon', 'authenticated', 'service_role', 'authenticator') order by 1`;
    expect(roles.map((role) => Object.values(role))).toEqual([
      ['anon', false, true, false, ['statement_timeout=3s']],
      ['authenticated', false, true, false, ['statement_timeout=8s']],
      ['authenticator', true, false, false, ['lock_timeout=8s', 'statement_timeout=8s']],
      ['service_role', false, true, true, []],
    ]);
  });

  test('DATA-01 leave nothing that another role owns', async () => {
    const foreign = await plain`
      select oid::regclass::text as name from pg_class
      where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and pg_get_userbyid(relowner) <> 'postgres'
      union all select oid::regprocedure::text from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and pg_get_userbyid(proowner) <> 'postgres'`;
    expect(foreign.map(({ name }) => name as string)).toEqual([]);
  });

  test('DATA-01 make nothing in the schemas that belong to Supabase, triggers on accounts and factors excepted', async () => {
    const made = await plain`
      select nspname || '.' || relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where nspname in ('auth', 'storage', 'realtime', 'extensions', 'vault', 'graphql', 'graphql_public') and pg_get_userbyid(relowner) = 'postgres'
      union all select nspname || '.' || proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where nspname in ('auth', 'storage', 'realtime', 'vault', 'graphql', 'graphql_public') and pg_get_userbyid(proowner) = 'postgres'`;
    expect(made.map(({ name }) => name as string)).toEqual([]);
    const triggers = await plain`
      select tgname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'auth'::regnamespace and not tgisinternal order by 1`;
    expect(triggers.map(({ name }) => name as string)).toEqual([
      'create_profile',
      'follow_email',
      'forget_unconfirmed_password',
      'record_lost_factor',
      'record_new_factor',
      'record_password',
      'refuse_email_change',
      'refuse_partial_registration',
      'refuse_unproved_factor',
      'refuse_unproved_password',
      'tie_on_confirmation',
    ]);
  });

  /** Rights on tables, columns, sequences and functions, one line each. */
  const rights = async (sql: postgres.Sql): Promise<string[]> => {
    const rows = await sql`
      select format('%s %s on %s %s', grantee, privilege_type, 'table', table_name) as line from information_schema.role_table_grants
      where table_schema = 'public' and grantee in ('anon', 'authenticated', 'PUBLIC')
      union all select format('%s %s on %s.%s', grantee, privilege_type, table_name, column_name) from information_schema.column_privileges
      where table_schema = 'public' and grantee in ('anon', 'authenticated', 'PUBLIC')
      union all select format('%s EXECUTE on %s', role, p.oid::regprocedure)
      from pg_proc p, unnest(array['anon', 'authenticated']) as role
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and has_function_privilege(role, p.oid, 'execute')
      union all select format('%s %s on sequence %s', role, privilege, c.oid::regclass)
      from pg_class c, unnest(array['anon', 'authenticated']) as role, unnest(array['usage', 'select', 'update']) as privilege
      where relkind = 'S' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        and case when relkind = 'S' then has_sequence_privilege(role, c.oid, privilege) end
      order by 1`;
    return rows.map(({ line }) => String(line));
  };

  test('DATA-02 give the API’s roles the same rights on a project that grants everything by default', async () => {
    const here = await rights(plain);
    expect(here).toContain('authenticated SELECT on table service_orders');
    expect(await rights(generous)).toEqual(here);
  });
});
