import { mayOpen } from '#src/access/permissions.ts';
import type { Role } from '#src/access/roles.ts';
import type { Screen } from '#src/contract/screen.ts';

type Access = Pick<Screen, 'permission' | 'roles'>;

/** Whether a screen is for signed-in users only. */
export const isProtected = ({ permission, roles }: Access): boolean => Boolean(permission ?? roles);

/** Whether a screen is visible for a role; `role` is null when signed out. */
export function isOpenTo({ permission, roles }: Access, role: Role | null): boolean {
  if (roles) return role !== null && roles.includes(role);
  return !permission || mayOpen(role, permission);
}
