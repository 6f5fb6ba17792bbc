import { preloadPage } from '#src/remotes/preload-page.ts';
import { remoteModule } from '#src/remotes/load-remote.ts';
import { findRoute } from '#src/routing/resolve-screen.ts';
import { targetOf } from '#src/routing/route-table.ts';

/**
 * Loads everything that a prerendered page shows before React hydrates it: hydrating earlier would replace the readable
 * page with a skeleton. If a remote fails to load, the page stays as it is.
 */
export async function readyToTakeOver(pathname: string): Promise<void> {
  const route = findRoute(pathname);
  const target = route && targetOf(route);
  if (target?.kind !== 'remote') return;
  await preloadPage(await remoteModule(target).start(0), pathname);
}
