/** Permissions of each role: defined in shared/src/access only, and checked by the database's rules (decision 33). */
import { startTestServer, type TestServer } from '@taller/server/testing/start-test-server.ts';
import { PERMISSIONS, SCREEN_PERMISSIONS } from '@taller/shared/access/permissions.ts';
import { ROLES, STAFF_ROLES } from '@taller/shared/access/roles.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const TABLE: Readonly<Record<string, readonly string[]>> = { ...SCREEN_PERMISSIONS, ...PERMISSIONS };

/** Rules that name a role, by the reason why they do. */
const NAMING = {
  'the table of facts': ['private.is_role', 'private.role_may'],
  'the shop never lacks an admin': [
    'private.create_first_admin',
    'private.keep_one_admin',
    'private.new_setup_token',
    'public.setup_state',
  ],
  'whose account a row is, of a customer or of the staff: not what the caller may': [
    'private.anonymize_orders',
    'private.changes_often',
    'private.customer_of',
    'private.find_person',
    'private.forget_traces',
    'private.forget_unconfirmed_accounts',
    'private.guard_profile',
    'private.guard_technician',
    'private.is_awaited',
    'private.is_idle_session',
    'private.is_unproved',
    'private.make_login',
    'private.record_look',
    'private.record_profile_change',
    'private.refuse_partial_registration',
    'private.reminder_subjects',
    'private.seal_decision',
    'private.statement_timeout',
    'private.tie_by_phone',
    'profiles default of role',
    'profiles give_start_view',
    'profiles keep_staff_name',
    'profiles take_back_login',
    'profiles_role',
    'public.book_appointment',
    'public.confirm_customer_rut',
    'public.create_account',
    'public.decide_quote',
    'public.find_customers',
    'public.first_steps',
    'public.invite_account',
    'public.search_profiles',
    'public.touch_session',
  ],
  "a reason to wait, for the customer's answer": [
    'private.follow_waits',
    'private.order_stays',
    'private.past_stays',
    'private.wait_sentence',
  ],
  'who an order is of, as it is signed': [
    'private.is_reception_signed',
    'private.paper_digits',
    'private.signed_content',
    'public.read_paper',
  ],
  'what a line of the results is of, not a role': ['private.report_margin', 'private.report_margin_orders'],
  "a look's kind and a column of the list, not a role": [
    'private.find_earned_orders',
    'private.looks looks_kind_check',
    'private.sorted_order_ids',
    'public.search_orders',
  ],
};
/** The functions that name a role of the staff. */
const NAMING_STAFF = [
  ...NAMING['the table of facts'],
  ...NAMING['the shop never lacks an admin'],
  ...NAMING['what a line of the results is of, not a role'],
];

/** Functions, policies, triggers, views, indexes, defaults and constraints, with their text. */
const readRules = () => server.sql<{ name: string; text: string }[]>`
  select n.nspname || '.' || p.proname as name, pg_get_functiondef(p.oid) as text
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('public', 'private') and p.prokind = 'f'
  union all
  select p.polrelid::regclass || ' "' || p.polname || '"',
    concat_ws(' ', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) from pg_policy p
  union all
  select t.tgrelid::regclass || ' ' || t.tgname, pg_get_triggerdef(t.oid) from pg_trigger t where not t.tgisinternal
  union all
  select c.conrelid::regclass || ' ' || c.conname, pg_get_constraintdef(c.oid) from pg_constraint c
  where c.connamespace in ('public'::regnamespace, 'private'::regnamespace)
  union all
  select i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) from pg_index i
  join pg_class c on c.oid = i.indrelid where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
  union all
  select d.adrelid::regclass || ' default of ' || a.attname, pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d
  join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum join pg_class c on c.oid = d.adrelid where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
  union all
  select v.schemaname || '.' || v.viewname, v.definition from pg_views v where v.schemaname in ('public', 'private')
  order by 1`;

/** Rules with a text in quotes that is the name of one of the roles, or a list with one. */
async function namingRules(roles: readonly string[] = ROLES): Promise<string[]> {
  const named = ({ text }: { text: string }) =>
    [...text.replaceAll(/--.*$/gm, '').matchAll(/'([{},\w]*)'/g)].some(([, quoted = '']) =>
      quoted.split(/\W/).some((word) => roles.includes(word)),
    );
  return [...new Set((await readRules()).filter(named).map(({ name }) => name))].toSorted();
}

test('SHELL-34 no rule of the database names a role, besides those listed here', async () => {
  expect(await namingRules()).toEqual(Object.values(NAMING).flat().toSorted());
  expect(await namingRules(STAFF_ROLES)).toEqual(NAMING_STAFF.toSorted());
});

test('SHELL-34 a rule that names a role is found', async () => {
  await server.sql.unsafe(`
    create policy zz on public.suppliers for select to authenticated using (private.my_role() = 'technician');
    create function public.zz_names() returns boolean language sql set search_path = ''
      as $$ select private.my_role() = any ('{admin,receptionist}') $$;`);
  const found = await namingRules();
  await server.sql.unsafe('drop policy zz on public.suppliers; drop function public.zz_names();');
  expect(found).toEqual(expect.arrayContaining(['public.zz_names', 'suppliers "zz"']));
});

test('SHELL-34 the database grants each role the permissions of shared/src/access, and none without a role', async () => {
  const [made] = await server.sql<{ source: string }[]>`
    select prosrc as source from pg_proc where oid = 'private.role_may(text,text)'::regprocedure`;
  const asked = [...(made?.source ?? '').matchAll(/when '([^']+)'/g)].map(([, name = '']) => name);
  expect(asked.length).toBeGreaterThan(20);
  const rows = await server.sql<{ permission: string; allowed: string[] }[]>`
    select a.permission, array(
      select r.role from unnest(${[...ROLES, null]}::text[]) with ordinality as r (role, place)
      where private.role_may(r.role, a.permission) order by r.place) as allowed
    from unnest(${asked}::text[]) as a (permission)`;
  expect(
    Object.fromEntries(rows.map(({ permission, allowed }) => [permission, allowed])),
    'shared/src/access/permissions.ts against private.role_may: npm run db:diff -- NAME writes 02_permissions.sql and the migration',
  ).toEqual(Object.fromEntries(asked.map((permission) => [permission, TABLE[permission]])));
});

test.each(['private.may', 'private.require'])(
  'SHELL-34 a permission that does not exist is an error at once, also for nobody: %s',
  async (name) => {
    await expect(server.sql.unsafe(`select ${name}('orders.fly')`)).rejects.toMatchObject({
      code: '22023',
      message: 'El permiso orders.fly no existe.',
    });
  },
);

test('ORD-14 an account has one of the known roles', async () => {
  const { sql } = server;
  const checked = [...ROLES, 'service_role', 'Admin', '', null];
  const [row] = await sql<{ valid: string[] }[]>`
    select array(select r.role from unnest(${checked}::text[]) with ordinality as r (role, place)
      where private.is_role(r.role) order by r.place) as valid`;
  expect(row?.valid).toEqual([...ROLES]);
});
