import { paths } from '@taller/shared/contract/paths.ts';
import { mayOpen } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';

/**
 * Where a person most probably goes next from an address, by role, the likeliest first. Who has not signed in may never do so: only the landing leads on, to
 * another public page.
 */
export function likelyNext(pathname: string, role: Role | null): readonly string[] {
  if (!role) return pathname === paths.home.path ? [paths.services.path] : [];
  return mayOpen(role, 'stock')
    ? [paths.dashboard.path, paths.dashboardInventory.path]
    : [paths.dashboard.path];
}
