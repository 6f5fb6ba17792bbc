import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  may,
  mayOpen,
  PERMISSIONS,
  SCREEN_PERMISSIONS,
  type Permission,
  type ScreenPermission,
} from './permissions.ts';
import { ROLES } from './roles.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

const DESK = ['admin', 'receptionist'];
const BENCH = ['admin', 'technician'];
const ADMIN = ['admin'];
const CUSTOMER = ['customer'];
const STAFF = ['admin', 'technician', 'receptionist'];

/** The roles of each permission, stated again so that a right changes on purpose. The type asks for each of them. */
const ALLOWED = {
  'orders.create': DESK,
  'orders.print': DESK,
  'orders.receive-payment': DESK,
  'drawer.keep': DESK,
  'drawer.oversee': ADMIN,
  'orders.choose-status': STAFF,
  'orders.change': STAFF,
  'orders.cancel': BENCH,
  'orders.set-price': BENCH,
  'orders.do-repair': BENCH,
  'orders.delete': ADMIN,
  'orders.correct-warranty': ADMIN,
  'orders.take-back': ['receptionist'],
  'orders.search-all-fields': ADMIN,
  'orders.find': DESK,
  'orders.repair': ['technician'],
  'quote-origins.see': ADMIN,
  'costs.see': ADMIN,
  'privacy.manage': ADMIN,
  'people.see': STAFF,
  'rut.confirm': DESK,
  'customers.change': DESK,
  'customers.create': DESK,
  'second-factor.use': STAFF,
  'own-data.request': CUSTOMER,
  'own-name.change': ['admin', 'customer'],
} satisfies Record<Permission, readonly string[]>;

/** Screens of the shop's remotes; a remote that is added brings its own. */
const SCREENS_ALLOWED = {
  desk: STAFF,
  'own-orders': CUSTOMER,
  'order-form': DESK,
  drawer: DESK,
  stock: STAFF,
  appointments: STAFF,
  messages: STAFF,
  'activity-log': STAFF,
  looks: ADMIN,
  reports: ADMIN,
  users: ADMIN,
  'order-import': ADMIN,
  'system-status': ADMIN,
  settings: ADMIN,
  sheets: STAFF,
  'client-sheet': ROLES,
  profile: ROLES,
} satisfies Partial<Record<ScreenPermission, readonly string[]>>;

const everyone = [...ROLES, null, undefined];

test('SHELL-05 the roles of every permission are the listed ones', () => {
  const rolesOf = (asks: (role: (typeof everyone)[number]) => boolean) => everyone.filter(asks);
  const actions = Object.keys(PERMISSIONS) as Permission[];
  expect(Object.fromEntries(actions.map((name) => [name, rolesOf((role) => may(role, name))]))).toEqual(
    ALLOWED,
  );
  const screens = Object.keys(SCREEN_PERMISSIONS) as ScreenPermission[];
  const opened = Object.fromEntries(screens.map((name) => [name, rolesOf((role) => mayOpen(role, name))]));
  expect(opened).toMatchObject(SCREENS_ALLOWED);
});

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
