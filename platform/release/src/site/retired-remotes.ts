import { join } from 'node:path';
import { isFresh } from '#src/site/history.ts';
import { linkTree } from '#src/site/link-tree.ts';
import { remoteFolder, type PublishedBuild, type Release } from '#src/site/release.ts';

/**
 * The builds to keep of remotes that a site had and that were taken away: an open tab may still load parts of them, for
 * as long as parts of replaced builds.
 * @param remotes of the new release.
 */
export function retiredRemotes(
  before: Release | null,
  remotes: Release['remotes'],
  now: Date,
  keepDays: number,
): Release['retiredRemotes'] {
  const current: Readonly<Record<string, { builds: readonly PublishedBuild[] } | undefined>> = remotes;
  const gone = Object.entries(before?.remotes ?? {}).filter(([name]) => !current[name]);
  const kept: Record<string, PublishedBuild[]> = {};
  for (const [name, builds] of [
    ...Object.entries(before?.retiredRemotes ?? {}),
    ...gone.map(([name, remote]) => [name, remote.builds] as const),
  ]) {
    const again = new Set(current[name]?.builds.map(({ build }) => build));
    const fresh = builds
      .map((build) => ({ ...build, retiredAt: build.retiredAt ?? now.toISOString() }))
      .filter(({ build, retiredAt }) => !again.has(build) && isFresh(retiredAt, now, keepDays));
    if (fresh.length > 0) kept[name] = [...(kept[name] ?? []), ...fresh];
  }
  return Object.keys(kept).length > 0 ? kept : undefined;
}

/** Links the files of those builds into a new release's folder. */
export async function linkRetiredRemotes(
  folder: string,
  release: Release,
  running: { folder: string } | null,
): Promise<void> {
  if (!running) return;
  for (const [name, builds] of Object.entries(release.retiredRemotes ?? {})) {
    for (const { build } of builds) {
      await linkTree(
        join(running.folder, remoteFolder(name, build)),
        join(folder, remoteFolder(name, build)),
      );
    }
  }
}
