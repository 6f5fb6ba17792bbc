import { ROLES, STAFF_ROLES, type Role } from '#src/access/roles.ts';

/** Takes devices in and hands them back. */
const DESK = ['admin', 'receptionist'] as const;
/** Repairs, and sets prices. */
const BENCH = ['admin', 'technician'] as const;
const ADMIN = ['admin'] as const;
const CUSTOMER = ['customer'] as const;

/*
 * Who may do what: routes, tabs, links and buttons ask here and never compare roles (permissions.test.ts). It mirrors
 * the rules of the database, which decides, so that nobody is offered what the server refuses. The two tables are
 * apart because every page loads the first.
 */

/** Who may open which screens. */
export const SCREEN_PERMISSIONS = {
  desk: STAFF_ROLES,
  'own-orders': CUSTOMER,
  'order-form': DESK,
  stock: STAFF_ROLES,
  appointments: STAFF_ROLES,
  messages: STAFF_ROLES,
  'activity-log': STAFF_ROLES,
  /** Who of the staff looked at whose data. */
  looks: ADMIN,
  reports: ADMIN,
  users: ADMIN,
  'order-import': ADMIN,
  'system-status': ADMIN,
  sheets: STAFF_ROLES,
  /** Whether a customer's order is their own is the server's to check. */
  'client-sheet': ROLES,
  profile: ROLES,
} as const satisfies Record<string, readonly Role[]>;

/** Who may do what on a screen. */
export const PERMISSIONS = {
  'orders.create': DESK,
  'orders.print': DESK,
  'orders.receive-payment': DESK,
  'orders.choose-status': STAFF_ROLES,
  'orders.cancel': BENCH,
  'orders.set-price': BENCH,
  'orders.delete': ADMIN,
  /** The others search in order number, name, RUT, brand and model. */
  'orders.search-all-fields': ADMIN,
  /** Whose orders are their own: they are assigned repairs. */
  'orders.repair': ['technician'],
  'quote-origins.see': ADMIN,
  /** What parts have cost the shop. */
  'costs.see': ADMIN,
  'message-templates.edit': ADMIN,
  /** Requests about personal data, and for how long it is kept. */
  'privacy.manage': ADMIN,
  'rut.confirm': DESK,
  'second-factor.use': STAFF_ROLES,
  'own-data.request': CUSTOMER,
} as const satisfies Record<string, readonly Role[]>;

export type ScreenPermission = keyof typeof SCREEN_PERMISSIONS;
export type Permission = keyof typeof PERMISSIONS;
/** The role of a session; nothing when nobody is signed in, who may do nothing. */
type MaybeRole = Role | null | undefined;

const has = (roles: readonly Role[], role: MaybeRole) => roles.includes(role as Role);

export const mayOpen = (role: MaybeRole, screen: ScreenPermission): boolean =>
  has(SCREEN_PERMISSIONS[screen], role);

export const may = (role: MaybeRole, permission: Permission): boolean => has(PERMISSIONS[permission], role);
