import { findRoute } from '#src/routing/resolve-screen.ts';
import { targetOf, type RemoteTarget } from '#src/routing/route-table.ts';

/** The module of a remote that shows a path; undefined if the shell does. */
export function targetAt(pathname: string): RemoteTarget | undefined {
  const route = findRoute(pathname);
  const target = route && targetOf(route);
  return target?.kind === 'remote' ? target : undefined;
}

/** The part that shows a path, e.g. `mfe-public/routes`; undefined if the shell does. */
export function partAt(pathname: string): string | undefined {
  const target = targetAt(pathname);
  return target && `${target.remote}/${target.module}`;
}
