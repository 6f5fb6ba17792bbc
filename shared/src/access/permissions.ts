import { ROLES, STAFF_ROLES, type Role } from './roles.ts';

/** Receives and hands over devices. */
const DESK = ['admin', 'receptionist'] as const;
/** Repairs devices and sets prices. */
const BENCH = ['admin', 'technician'] as const;
const ADMIN = ['admin'] as const;
const CUSTOMER = ['customer'] as const;

/* Permissions: routes, tabs, links and buttons check them here and never compare roles (permissions.test.ts). The
   database's rules, which decide, ask for the same names: `npm run db:diff` writes supabase/schemas/02_permissions.sql
   from here. The two tables are separate because every page loads the first. */

/** The roles that may open each screen. */
export const SCREEN_PERMISSIONS = {
  desk: STAFF_ROLES,
  'own-orders': CUSTOMER,
  'order-form': DESK,
  drawer: DESK,
  stock: STAFF_ROLES,
  appointments: STAFF_ROLES,
  messages: STAFF_ROLES,
  'activity-log': STAFF_ROLES,
  /** The audit log of staff access to personal data. */
  looks: ADMIN,
  reports: ADMIN,
  users: ADMIN,
  'order-import': ADMIN,
  'system-status': ADMIN,
  settings: ADMIN,
  sheets: STAFF_ROLES,
  /** The server checks whether an order belongs to the customer. */
  'client-sheet': ROLES,
  profile: ROLES,
} as const satisfies Record<string, readonly Role[]>;

/** The roles that may take each action on a screen. */
export const PERMISSIONS = {
  'orders.create': DESK,
  'orders.print': DESK,
  'orders.receive-payment': DESK,
  /** Opens, counts and closes the own cash drawer. */
  'drawer.keep': DESK,
  /** Does so with anybody's, reads what should be in an open one, reopens a closed one. */
  'drawer.oversee': ADMIN,
  'orders.choose-status': STAFF_ROLES,
  /** The columns that each role may change are a rule of the database (`guard_service_order`). */
  'orders.change': STAFF_ROLES,
  'orders.cancel': BENCH,
  'orders.set-price': BENCH,
  'orders.do-repair': BENCH,
  'orders.delete': ADMIN,
  /** Corrects the warranty after the delivery, which fixes it. */
  'orders.correct-warranty': ADMIN,
  /** Undoes the user's own intake of the last minutes; admins delete. */
  'orders.take-back': ['receptionist'],
  /** The others search by order number, name, RUT, brand and model. */
  'orders.search-all-fields': ADMIN,
  /** Finds orders by phone and IMEI too, in the palette; others by the fields of their list. */
  'orders.find': DESK,
  /** Repairs are assigned to them. */
  'orders.repair': ['technician'],
  'quote-origins.see': ADMIN,
  /** The shop's cost of parts. */
  'costs.see': ADMIN,
  /** Requests about personal data, and retention periods. */
  'privacy.manage': ADMIN,
  /** Names and contacts of customers and colleagues. */
  'people.see': STAFF_ROLES,
  'rut.confirm': DESK,
  /** Details of customers outside of orders: their card and its contacts. */
  'customers.change': DESK,
  'customers.create': DESK,
  'second-factor.use': STAFF_ROLES,
  'own-data.request': CUSTOMER,
  /** Names of staff stand beside what they do: admins change them. */
  'own-name.change': ['admin', 'customer'],
} as const satisfies Record<string, readonly Role[]>;

export type ScreenPermission = keyof typeof SCREEN_PERMISSIONS;
export type Permission = keyof typeof PERMISSIONS;
/** The role of a session; undefined when signed out, which has no permissions. */
type MaybeRole = Role | null | undefined;

const has = (roles: readonly Role[], role: MaybeRole) => roles.includes(role as Role);

export const mayOpen = (role: MaybeRole, screen: ScreenPermission): boolean =>
  has(SCREEN_PERMISSIONS[screen], role);

export const may = (role: MaybeRole, permission: Permission): boolean => has(PERMISSIONS[permission], role);
