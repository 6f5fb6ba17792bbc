import { preloadPage } from '#src/remotes/preload-page.ts';
import { targetAt } from '#src/remotes/part-at.ts';
import { buildOf } from '#src/remotes/part-build.ts';
import { readRegistry } from '#src/remotes/registry.ts';
import { remoteModule } from '#src/remotes/load-remote.ts';

/**
 * Loads everything that a prerendered page shows before React hydrates it: hydrating earlier would replace the readable
 * page with a skeleton. If a remote fails to load, the page stays as it is.
 * @returns whether it was made with the build that this browser runs.
 */
export async function readyToTakeOver(pathname: string): Promise<boolean> {
  const target = targetAt(pathname);
  if (!target) return true;
  await preloadPage(await remoteModule(target).start(0), pathname);
  const { remotes } = await readRegistry();
  const build = buildOf(`${target.remote}/${target.module}`);
  return remotes.find(({ name }) => name === target.remote)?.build === build;
}
