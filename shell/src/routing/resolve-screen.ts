import { mayOpen } from '@taller/shared/access/permissions.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { matchPath, type Session } from '@taller/shared/runtime';
import { ROUTES, type ScreenRoute, type Target } from '#src/routing/route-table.ts';

/** What the shell does at an address, decided before any code of a remote is requested. */
export type Resolution =
  | { kind: 'screen'; route: ScreenRoute; target: Target }
  | { kind: 'denied'; route: ScreenRoute }
  | { kind: 'waiting'; route: ScreenRoute | null }
  | { kind: 'redirect'; to: string; keepWanted: boolean };

export function findRoute(pathname: string): ScreenRoute | null {
  return ROUTES.find((route) => matchPath(route.path, pathname)) ?? null;
}

/**
 * The guard. Unknown addresses go to / or, signed out, to /auth; protected ones signed out to /auth, which remembers the wanted page
 * (SHELL-04); a role that may not see a screen is told so (SHELL-05, SHELL-12).
 * @param wanted the page to return to after the sign-in.
 * @param hasMailLink a mail's link opened the page and whose account it is for is not settled: /auth stays, to ask.
 */
export function resolveScreen(
  pathname: string,
  session: Session,
  wanted: string | null = null,
  hasMailLink = false,
): Resolution {
  const route = findRoute(pathname);
  if (session.status === 'loading' && route?.access !== 'public') return { kind: 'waiting', route };
  const role = session.user?.role ?? null;
  if (!route) return { kind: 'redirect', to: role ? paths.home.path : paths.auth.path, keepWanted: false };
  if (route.path === paths.auth.path && role && !hasMailLink)
    return { kind: 'redirect', to: wanted ?? paths.dashboard.path, keepWanted: false };
  if (route.access === 'public') return { kind: 'screen', route, target: route.target(role) };
  if (!role) return { kind: 'redirect', to: paths.auth.path, keepWanted: true };
  if (!mayOpen(role, route.access)) return { kind: 'denied', route };
  return { kind: 'screen', route, target: route.target(role) };
}
