import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { may, PERMISSIONS, SCREEN_PERMISSIONS, type Permission } from './permissions.ts';
import { ROLES } from './roles.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

const DESK = ['admin', 'receptionist'];
const ADMIN = ['admin'];

/** What the action matrix of the browser tests (e2e/support/action-matrix.ts) does not show. */
const DONE = {
  'orders.do-repair': ['admin', 'technician'],
  'orders.receive-payment': DESK,
  'orders.find': DESK,
  'quote-origins.see': ADMIN,
  'costs.see': ADMIN,
  'privacy.manage': ADMIN,
  'rut.confirm': DESK,
  'customers.create': DESK,
  'second-factor.use': ['admin', 'technician', 'receptionist'],
  'own-data.request': ['customer'],
  'own-name.change': ['admin', 'customer'],
} satisfies Partial<Record<Permission, readonly string[]>>;

const everyone = [...ROLES, null, undefined];

test.each(Object.entries(DONE) as [Permission, string[]][])('SHELL-05 who may: %s', (permission, allowed) =>
  expect(everyone.filter((role) => may(role, permission))).toEqual(allowed),
);

const withoutComments = (source: string) => source.replaceAll(/\/\*[^]*?\*\/|(?<![:'"`])\/\/.*$/gm, '');
const sources = new Map(
  globSync('{mfe-*,shell,shared}/src/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => [file, withoutComments(readFileSync(path.join(ROOT, file), 'utf8'))]),
);

/** Code about the roles of accounts, not about the current user's permissions. */
const MANAGES_ROLES = /^mfe-reports\/src\/features\/users\//;
/**
 * `role === …`, `… !== user.role`, `switch (role)`, `roles.includes(role)`; the name of a staff role; a list of roles.
 */
const COMPARES_ROLES = [
  /\brole\)?\s*[!=]=(?![=\s]*(?:undefined|null))/,
  /[!=]==?\s*[\w.?]*\brole\b/,
  /\bswitch\s*\([^)]*\brole\)/,
  /\.(?:includes|has|indexOf)\([^()]*\brole\)/,
  /(?<!\bkind [!=]== )['"`](?:admin|technician|receptionist)['"`]/,
  /\b(?:STAFF_ROLES|isStaff)\b/,
];
const comparesRoles = (source: string) => COMPARES_ROLES.some((pattern) => pattern.test(source));

test('SHELL-34 no screen, tab, link or button compares roles: permissions.ts says who may do what', () => {
  const screens = [...sources].filter(
    ([file]) => (file.endsWith('.tsx') || !file.startsWith('shared/')) && !MANAGES_ROLES.test(file),
  );
  expect(screens.length).toBeGreaterThan(200);
  expect(screens.filter(([, source]) => comparesRoles(source)).map(([file]) => file)).toEqual([]);
});

test.each([
  "const isAdmin = useSession().user?.role === 'admin';",
  "if ('customer' !== user.role) return null;",
  'switch (user.role) {',
  'tabs.filter((tab) => tab.roles.includes(user.role));',
  "const ROLES_OF_TAB = ['admin'];",
  'isStaff(user.role) && <SecondFactor />',
])('SHELL-34 a comparison of roles is found: %s', (source) => {
  expect(comparesRoles(source)).toBe(true);
});

test.each([
  "may(user?.role, 'orders.delete') && <Button />",
  '<div role="alert" className={styles.role}>',
  "if (row.kind === 'customer') return null;",
  'const named = props.role !== undefined;',
  "if (kind === 'technician') return <TechnicianField form={form} />;",
])('SHELL-34 what compares no roles is left alone: %s', (source) => {
  expect(comparesRoles(source)).toBe(false);
});

test('SHELL-34 every permission is asked for', () => {
  const asked = [...sources].filter(([file]) => file !== 'shared/src/access/permissions.ts');
  const unused = Object.keys({ ...SCREEN_PERMISSIONS, ...PERMISSIONS }).filter(
    (permission) => !asked.some(([, source]) => source.includes(`'${permission}'`)),
  );
  expect(unused).toEqual([]);
});
