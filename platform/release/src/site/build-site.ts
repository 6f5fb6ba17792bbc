import { buildPackage, type PackageBuild, type SitePackage } from '#src/build/build-package.ts';
import type { Digests } from '#src/build/sources-hash.ts';
import { REMOTE_NAMES } from '@taller/shared/contract/remote-names.ts';
import { inRoot } from '#src/workspace/root.ts';
import { deploySite, type SiteOptions } from '#src/site/deploy-site.ts';
import { withLock } from '#src/site/lock.ts';

export interface BuildSiteOptions extends SiteOptions {
  /** Receives progress messages in Spanish. */
  log?: (line: string) => void;
  /** Stops before the next package is built. */
  signal?: AbortSignal;
}

const AT_ONCE = 2;

/** Builds packages whose sources changed, two at a time. Safe to run concurrently in two processes. */
export async function buildPackages(
  names: readonly SitePackage[],
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<PackageBuild[]> {
  const build = async () => {
    const waiting = [...names];
    const builds: PackageBuild[] = [];
    const digests: Digests = new Map();
    const work = async () => {
      for (let name = waiting.shift(); name; name = waiting.shift()) {
        signal?.throwIfAborted();
        const started = performance.now();
        const built = await buildPackage(name, digests);
        const seconds = (performance.now() - started) / 1000;
        if (seconds > 0.2) log(`  ${name} (${seconds.toFixed(1)} s)`);
        builds.push(built);
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
    // When one build fails, the other one still ends and removes its temporary files.
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return builds;
  };
  return withLock(inRoot('.cache/build.lock'), build, { signal });
}

/**
 * Builds the shell and the remotes, if their sources changed, and assembles the static site. Safe to run concurrently
 * in two processes.
 * @returns the folder of the site.
 */
export async function buildSite({
  log = () => undefined,
  signal,
  ...options
}: BuildSiteOptions = {}): Promise<string> {
  const builds = await buildPackages(['shell', ...REMOTE_NAMES], log, signal);
  signal?.throwIfAborted();
  return deploySite(builds, options);
}
