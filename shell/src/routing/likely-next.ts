import { paths } from '@taller/shared/contract/paths.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { isOpenTo, isProtected } from '@taller/shared/contract/screen-access.ts';
import { ROUTES } from '#src/routing/route-table.ts';

/**
 * Likely next screens of a path, by role, the likeliest first. Anonymous visitors may never sign in: only the landing
 * has one, another public page.
 */
export function likelyNext(pathname: string, role: Role | null): readonly string[] {
  const isPublic = role === null;
  if (isPublic && pathname !== paths.home.path) return [];
  return ROUTES.filter(
    (route) => route.likely && isOpenTo(route, role) && isPublic !== isProtected(route),
  ).map(({ path }) => path);
}
