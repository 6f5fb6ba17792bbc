import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { may, PERMISSIONS, SCREEN_PERMISSIONS, type Permission } from './permissions.ts';
import { ROLES } from './roles.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

const DESK = ['admin', 'receptionist'];
const ADMIN = ['admin'];
const STAFF = ['admin', 'technician', 'receptionist'];

/** Permissions that the action matrix of the browser tests (e2e/support/action-matrix.ts) does not cover. */
const DONE = {
  'orders.do-repair': ['admin', 'technician'],
  'orders.receive-payment': DESK,
  'orders.find': DESK,
  'orders.change': STAFF,
  'people.see': STAFF,
  'quote-origins.see': ADMIN,
  'costs.see': ADMIN,
  'privacy.manage': ADMIN,
  'rut.confirm': DESK,
  'customers.create': DESK,
  'second-factor.use': STAFF,
  'own-data.request': ['customer'],
  'own-name.change': ['admin', 'customer'],
} satisfies Partial<Record<Permission, readonly string[]>>;

const everyone = [...ROLES, null, undefined];

test.each(Object.entries(DONE) as [Permission, string[]][])(
  'SHELL-05 roles with the permission: %s',
  (permission, allowed) => expect(everyone.filter((role) => may(role, permission))).toEqual(allowed),
);

const withoutComments = (source: string) => source.replaceAll(/\/\*[^]*?\*\/|(?<![:'"`])\/\/.*$/gm, '');
const sources = new Map(
  globSync('{mfe-*,shell,shared}/src/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => [file, withoutComments(readFileSync(path.join(ROOT, file), 'utf8'))]),
);

test('SHELL-34 every permission is asked for', () => {
  const asked = [...sources].filter(([file]) => file !== 'shared/src/access/permissions.ts');
  const rules = readFileSync(path.join(ROOT, 'supabase/schemas/02_permissions.sql'), 'utf8');
  const texts = [...asked.map(([, source]) => source), rules];
  const unused = Object.keys({ ...SCREEN_PERMISSIONS, ...PERMISSIONS }).filter(
    (permission) => !texts.some((source) => source.includes(`'${permission}'`)),
  );
  expect(
    unused,
    'shared/src/access/permissions.ts against may(…) in the sources and 02_permissions.sql: ask for it there, or remove it',
  ).toEqual([]);
});
