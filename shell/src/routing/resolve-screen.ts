import type { Role } from '@taller/shared/access/roles.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { matchPath, type Session } from '@taller/shared/runtime';
import type { Screen } from '@taller/shared/contract/screen.ts';
import { isOpenTo, isProtected } from '@taller/shared/contract/screen-access.ts';
import { ROUTES, targetOf, type Target } from '#src/routing/route-table.ts';

/** The shell's decision for a path, made before any code of a remote is requested. */
export type Resolution =
  | { kind: 'screen'; route: Screen; target: Target }
  | { kind: 'denied'; route: Screen }
  | { kind: 'waiting'; route: Screen | null }
  | { kind: 'redirect'; to: string; keepWanted: boolean }
  | { kind: 'unknown'; to: string };

/** The screen of a path: of several, the one that the role may see, else the first. */
export function findRoute(pathname: string, role: Role | null = null): Screen | null {
  const matching = ROUTES.filter((route) => matchPath(route.path, pathname));
  return matching.find((route) => isOpenTo(route, role)) ?? matching[0] ?? null;
}

/**
 * The guard. Unknown paths redirect to / or, signed out, to /auth; protected ones signed out to /auth with the page to
 * return to (SHELL-04); a role without permission gets an error (SHELL-05, SHELL-12).
 * @param wanted the page to return to after the sign-in.
 */
export function resolveScreen(pathname: string, session: Session, wanted: string | null = null): Resolution {
  const role = session.user?.role ?? null;
  const route = findRoute(pathname, role);
  if (session.status === 'loading' && (!route || isProtected(route))) {
    if (session.unanswered) return { kind: 'redirect', to: paths.auth.path, keepWanted: true };
    return { kind: 'waiting', route };
  }
  if (!route) return { kind: 'unknown', to: role ? paths.home.path : paths.auth.path };
  if (route.signedOut && role)
    return { kind: 'redirect', to: wanted ?? paths.dashboard.path, keepWanted: false };
  if (isOpenTo(route, role)) return { kind: 'screen', route, target: targetOf(route) };
  return role ? { kind: 'denied', route } : { kind: 'redirect', to: paths.auth.path, keepWanted: true };
}
