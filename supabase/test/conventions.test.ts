/** Conventions for errors, grants and security of every table and function (docs/database.md). */
import { readdirSync } from 'node:fs';
import { MIGRATIONS_FOLDER, readMigrations } from '@taller/server/database/migrations.ts';
import { startTestServer, type TestServer } from '@taller/server/testing/start-test-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Inlined by PostgreSQL, which is not possible with settings or SECURITY DEFINER. */
const INLINED = [
  'private.commission_base',
  'private.earned_month',
  'private.find_warranty_returns',
  'private.order_results',
  'private.role_may',
  'private.tax_part',
];
/** Functions callable without rights: their result is public, or the argument is a capability. */
const OPEN = [
  'public.booking_slots',
  'public.cancel_booking',
  'public.check_paper',
  'public.get_booking',
  'public.get_quote',
  'public.get_receipt',
  'public.get_signing',
  'public.invitation_state',
  'public.move_booking',
  'public.privacy_terms',
  'public.read_paper',
  'public.redeem_invitation',
  'public.newest_migration',
  'public.refuse_reminders',
  'public.send_quote_link',
  'public.sign_by_link',
  'public.set_up_shop',
  'public.setup_state',
  'public.report_part_failures',
  'public.shop_facts',
  'public.shop_image',
  'public.try_paper',
];
/** Run with the caller's rights on purpose: row level security and the rules of a single change of an order apply. */
const WITH_CALLERS_RIGHTS = [
  'public.change_orders',
  'public.correct_payment',
  'public.deliver_visit',
  'public.give_back',
  'public.order_warranty',
  'public.take_payment',
];
const CODES = ['42501', '23514', '22023', 'P0002', '23503', '23505', 'P0001', 'PT409'];

interface DatabaseFunction {
  name: string;
  source: string;
  definer: boolean;
  settings: string[];
  /** Roles of the API that may execute it, and PUBLIC. */
  callers: string[];
}

async function readFunctions(): Promise<DatabaseFunction[]> {
  return server.sql<DatabaseFunction[]>`
    select n.nspname || '.' || p.proname as name, p.prosrc as source, p.prosecdef as definer,
      coalesce(p.proconfig, '{}') as settings,
      array(select case a.grantee when 0 then 'PUBLIC' else a.grantee::regrole::text end
        from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
        where a.grantee = 0 or a.grantee::regrole::text in ('anon', 'authenticated')) as callers
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') order by 1`;
}

/** Violations of the conventions, one line each. */
function faultsOf({ name, source, definer, settings, callers }: DatabaseFunction): string[] {
  const faults: string[] = [];
  const path = settings.some((setting) => setting === 'search_path=""');
  if (INLINED.includes(name) ? path || definer : !path) faults.push(`${name}: search_path`);
  if (callers.includes('PUBLIC')) faults.push(`${name}: everybody may execute it`);
  // Triggers and policies call functions of private; the API cannot.
  const called = name.startsWith('public.') && callers.length > 0 && !OPEN.includes(name);
  const checks = /private\.(?:may|require\w*|check_import_call)\(/.test(source);
  const safe = (definer && checks) || (!definer && WITH_CALLERS_RIGHTS.includes(name));
  if (called && !safe) faults.push(`${name}: the caller is not checked`);
  for (const [statement] of source.matchAll(/raise exception(?:'[^']*'|[^';])*;/g)) {
    const code = /errcode = '(?<code>\w+)'/.exec(statement)?.groups?.code;
    if (!code || !CODES.includes(code)) faults.push(`${name}: error with code ${code ?? 'missing'}`);
  }
  return faults;
}

test('DATA-48 every function says its search path, who may execute it, checks its caller, and names a code for each error', async () => {
  const functions = await readFunctions();
  expect(functions.length).toBeGreaterThan(180);
  expect(functions.flatMap((each) => faultsOf(each))).toEqual([]);
});

test('DATA-48 a function against the conventions is found', async () => {
  await server.sql.unsafe(`
    create function public.zz_open() returns void language plpgsql as $$
    begin
      raise exception 'Sin código.';
    end $$;
    grant execute on function public.zz_open to public, authenticated;`);
  const found = (await readFunctions()).find(({ name }) => name === 'public.zz_open');
  await server.sql`drop function public.zz_open`;
  expect(found && faultsOf(found)).toEqual([
    'public.zz_open: search_path',
    'public.zz_open: everybody may execute it',
    'public.zz_open: the caller is not checked',
    'public.zz_open: error with code missing',
  ]);
});

/** Tables without row level security, and grants of the API's roles in `private` besides those on the activity log. */
const tableFaults = async (): Promise<string[]> => {
  const rows = await server.sql<{ fault: string }[]>`
    select c.oid::regclass || ': no row level security' as fault from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'r' and not c.relrowsecurity
    union all
    select distinct c.oid::regclass || ': ' || a.grantee::regrole from pg_class c, aclexplode(c.relacl) a
    where c.relnamespace = 'private'::regnamespace and c.relkind = 'r'
      and a.grantee::regrole::text in ('anon', 'authenticated', 'service_role')
      and c.relname not in ('activity_entries', 'activity_costs')
    order by 1`;
  return rows.map(({ fault }) => fault);
};

test('DATA-48 every table has row level security, and nobody has rights on one of private but on the activity log', async () => {
  expect(await tableFaults()).toEqual([]);
  await server.sql.unsafe('create table private.zz (id int); grant select on private.zz to authenticated');
  const found = await tableFaults();
  await server.sql`drop table private.zz`;
  expect(found).toEqual(['private.zz: authenticated', 'private.zz: no row level security']);
});

test('DATA-48 every migration carries its moment and its subject, as the Supabase CLI reads them', () => {
  const files = readdirSync(MIGRATIONS_FOLDER);
  expect(files.filter((file) => !/^20\d{12}_[a-z0-9_]+\.sql$/.test(file))).toEqual([]);
  expect(readMigrations().map(({ file }) => file)).toEqual(files.toSorted());
});
