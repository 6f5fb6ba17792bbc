import { ROLES, STAFF_ROLES, type Role } from '@taller/shared/access/roles.ts';

/** The file of the permissions, relative to the workspace's root. */
export const PERMISSIONS_FILE = 'shared/src/access/permissions.ts';

/** Names of sets of roles in the file. */
const NAMED: readonly [name: string, roles: readonly Role[]][] = [
  ['DESK', ['admin', 'receptionist']],
  ['BENCH', ['admin', 'technician']],
  ['ADMIN', ['admin']],
  ['CUSTOMER', ['customer']],
  ['ROLES', ROLES],
];

/** The end of the first list, that of screens. */
const END_OF_SCREENS = '} as const satisfies Record<string, readonly Role[]>;';

const sameRoles = (some: readonly Role[], others: readonly Role[]) =>
  some.length === others.length && some.every((role) => others.includes(role));

/** Whether these roles are the staff, which has a permission already. */
export const isWholeStaff = (roles: readonly Role[]): boolean => sameRoles(roles, STAFF_ROLES);

/** The permission of a remote's first screen: the staff's, or its own. */
export const permissionOf = ({ roles, feature }: { roles: readonly Role[]; feature: string }): string =>
  isWholeStaff(roles) ? 'desk' : feature;

/** Adds a permission of screens to the file, unformatted. */
export function withPermission(source: string, permission: string, roles: readonly Role[]): string {
  const at = source.indexOf(END_OF_SCREENS);
  if (at < 0) throw new Error(`${PERMISSIONS_FILE} has no list of screens`);
  const named = NAMED.find(([, known]) => sameRoles(known, roles))?.[0];
  const value = named ?? JSON.stringify(roles);
  return `${source.slice(0, at)}  '${permission}': ${value},\n${source.slice(at)}`;
}

/** Removes a permission from the file. Without one of this name on a single line, the file is unchanged. */
export const withoutPermission = (source: string, permission: string): string =>
  source.replace(new RegExp(`^ {2}'?${permission}'?: .*,\\n`, 'm'), '');
