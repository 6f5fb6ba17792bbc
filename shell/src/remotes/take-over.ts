import { preloadPage } from '#src/remotes/preload-page.ts';
import { remoteModule } from '#src/remotes/load-remote.ts';
import { findRoute } from '#src/routing/resolve-screen.ts';
import { targetOf } from '#src/routing/route-table.ts';

/**
 * Loads everything that a prerendered page shows. Only then may React take the page over: hydrating at once, with the remote still on its way, would
 * replace the readable page by a skeleton. A remote that does not come leaves the page as it is.
 */
export async function readyToTakeOver(pathname: string): Promise<void> {
  const route = findRoute(pathname);
  const target = route && targetOf(route);
  if (target?.kind !== 'remote') return;
  await preloadPage(await remoteModule(target).start(0), pathname);
}
