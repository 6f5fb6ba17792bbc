import { expect, test } from 'vitest';
import { staleFiles } from './generated-files.ts';
import { askedIn, permissionsSql } from './permissions-sql.ts';
import { readSchemas } from './schema-files.ts';

const files = readSchemas();
const rule = (sql: string) => [...files, { file: '98_rule.sql', sql }];

test('SHELL-34 CFG-02 generated schema files are as permissions.ts and first-values.ts say', () => {
  expect(
    staleFiles(files).map(({ file }) => file),
    'run npm run db:diff -- NAME',
  ).toEqual([]);
});

test('SHELL-34 a permission that permissions.ts does not have is refused with file and line', () => {
  const sql = `-- A rule.\ncreate policy "fly" on public.suppliers using ((select private.may('orders.fly')));\n`;
  expect(() => permissionsSql(rule(sql))).toThrow(
    'supabase/schemas/98_rule.sql:2: el permiso orders.fly no está en shared/src/access/permissions.ts.',
  );
});

test('SHELL-34 a permission that a rule newly asks for is added with its roles, and the stale file is detected', () => {
  const asked = rule(`begin perform private.require('own-name.change'); end`);
  expect(permissionsSql(files)).not.toContain('own-name.change');
  expect(permissionsSql(asked)).toContain(`    when 'own-name.change' then '{admin,customer}'::text[]\n`);
  expect(staleFiles(asked).map(({ file }) => file)).toEqual(['02_permissions.sql']);
});

test.each([
  [`select private.may('stock')`, ['stock']],
  [
    `perform private.require(case when is_staff(p) then 'users' else 'customers.create' end);`,
    ['users', 'customers.create'],
  ],
  [`where private.role_may(p.role, 'orders.repair') and p.name = 'x'`, ['orders.repair']],
  [`private.person_may((p_change ->> 'technician_id')::uuid, 'orders.repair')`, ['orders.repair']],
  [`perform private.require_session('public.profiles'); select private.maybe('x')`, []],
])('SHELL-34 the permissions that a rule asks for are read: %s', (sql, permissions) => {
  expect(askedIn([{ file: 'a.sql', sql }]).map(({ permission }) => permission)).toEqual(permissions);
});
