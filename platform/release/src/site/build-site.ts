import { buildPackage, type PackageBuild, type SitePackage } from '#src/build/build-package.ts';
import type { Digests } from '#src/build/sources-hash.ts';
import { REMOTE_NAMES } from '@taller/shared/contract/remote-names.ts';
import { inRoot } from '#src/workspace/root.ts';
import { deploySite, type SiteOptions } from '#src/site/deploy-site.ts';
import { withLock } from '#src/site/lock.ts';

export interface BuildSiteOptions extends SiteOptions {
  /** Receives progress messages in Spanish. */
  log?: (line: string) => void;
}

const AT_ONCE = 2;

/** Builds packages whose sources changed, two at a time. Safe to run concurrently in two processes. */
export async function buildPackages(
  names: readonly SitePackage[],
  log: (line: string) => void,
): Promise<PackageBuild[]> {
  return withLock(inRoot('.cache/build.lock'), async () => {
    const waiting = [...names];
    const builds: PackageBuild[] = [];
    const digests: Digests = new Map();
    const work = async () => {
      for (let name = waiting.shift(); name; name = waiting.shift()) {
        const started = performance.now();
        const build = await buildPackage(name, digests);
        const seconds = (performance.now() - started) / 1000;
        if (seconds > 0.2) log(`  ${name} (${seconds.toFixed(1)} s)`);
        builds.push(build);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return builds;
  });
}

/**
 * Builds the shell and the remotes, if their sources changed, and assembles the static site. Safe to run concurrently
 * in two processes.
 * @returns the folder of the site.
 */
export async function buildSite({
  log = () => undefined,
  ...options
}: BuildSiteOptions = {}): Promise<string> {
  return deploySite(await buildPackages(['shell', ...REMOTE_NAMES], log), options);
}
