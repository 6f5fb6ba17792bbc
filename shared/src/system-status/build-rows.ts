import type { Role } from '#src/access/roles.ts';
import type { Registry, RegistryRemote } from '#src/contract/registry.ts';

/** What the database counts of a build in seven days (list_build_visits). */
export interface BuildVisits {
  remote: string;
  build: string;
  visits: number;
  failed: number;
  /** Pages by the time to their first part: up to each of {@link TIME_BOUNDS}, and longer. */
  times: readonly number[];
}

/** Upper bounds of the times that are counted, in milliseconds; the last counter has none. */
export const TIME_BOUNDS: readonly number[] = [250, 500, 1000, 2000, 4000, 8000];

/** A remote's build: who runs it, and how it did. */
export interface BuildRow {
  remote: string;
  build: string;
  /** Per cent of the browsers that run it; null for a build that is not published any more. */
  share: number | null;
  /** Only where one of these is signed in; absent for everybody. */
  roles?: readonly Role[];
  /** Host that its files come from; absent if it is the site's own. */
  host?: string;
  /** Since when it runs so, ISO 8601; undefined if the site does not say. */
  since?: string;
  visits: number;
  failed: number;
  /** Half of the pages showed their first part within so many milliseconds; Infinity above the bounds, null without. */
  half: number | null;
}

function halfOf(times: readonly number[]): number | null {
  const all = times.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  let passed = 0;
  const at = times.findIndex((count) => (passed += count) >= all / 2);
  return TIME_BOUNDS[at] ?? Number.POSITIVE_INFINITY;
}

/**
 * The builds that run by the registry, and those that ran within the counted time, by remote.
 *
 * @param site the site's origin.
 */
export function buildRows({ remotes }: Registry, visits: readonly BuildVisits[], site: string): BuildRow[] {
  const rowOf = (
    {
      name: remote,
      build,
      publishedAt,
      entry,
    }: Pick<RegistryRemote, 'name' | 'build'> & Partial<RegistryRemote>,
    share: number | null,
    roles?: readonly Role[],
  ): BuildRow => {
    const counted = visits.find((one) => one.remote === remote && one.build === build);
    const { origin, host } = new URL(entry ?? '', site);
    return {
      remote,
      build,
      share,
      ...(roles && { roles }),
      ...(origin !== site && { host }),
      ...(publishedAt !== undefined && { since: publishedAt }),
      visits: counted?.visits ?? 0,
      failed: counted?.failed ?? 0,
      half: halfOf(counted?.times ?? []),
    };
  };
  return remotes.flatMap((remote) => {
    const { candidate } = remote;
    const running = [
      rowOf(remote, candidate && !candidate.roles ? 100 - candidate.share : 100),
      ...(candidate ? [rowOf(candidate.remote, candidate.share, candidate.roles)] : []),
    ];
    const known = new Set(running.map(({ build }) => build));
    const earlier = visits.filter((one) => one.remote === remote.name && !known.has(one.build));
    return [...running, ...earlier.map(({ build }) => rowOf({ name: remote.name, build }, null))];
  });
}
