import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import type { CountedVisits, CountVisits } from '@taller/shared/system-status/counted-visits.ts';
import { readRelease } from '#src/site/release.ts';
import { rolloutVerdict, type Visits } from '#src/site/rollout-verdict.ts';
import { countsFrom, rolloutsOf } from '#src/site/rollout.ts';
import { SiteFolder } from '#src/site/site-folder.ts';

/** How long before a rollout visits of the running build count. */
const BEFORE_MS = 7 * 24 * 60 * 60 * 1000;

/** A rollout that is to end, and why. */
export interface Judged {
  name: RemoteName;
  build: string;
  /** In Spanish, with the counts. */
  why: string;
}

/** What is said of a rollout that was ended. */
export const stoppedText = ({ name, build, why }: Judged): string =>
  `${name} ${build}: la publicación gradual se detuvo: ${why}`;

function sumOf(counted: readonly CountedVisits[], since: number, name: string, build: string): Visits {
  const sum = { visits: 0, failed: 0 };
  for (const { remote, visits, failed, ...of } of counted) {
    if (remote !== name || of.build !== build || Date.parse(of.hour) < since) continue;
    sum.visits += visits;
    sum.failed += failed;
  }
  // A failure that comes after its visit is reported alone, by anybody.
  return { ...sum, failed: Math.min(sum.failed, sum.visits) };
}

/**
 * The rollouts of a site that its visits speak against. The visits are not asked for while there is none.
 * @param path the site's folder.
 */
export async function judgeRollouts(path: string, countVisits: CountVisits): Promise<Judged[]> {
  const running = await new SiteFolder(path).running();
  const release = running === null ? null : await readRelease(running);
  const rollouts = release ? rolloutsOf(release).filter(([, { paused }]) => !paused) : [];
  if (!release || rollouts.length === 0) return [];
  const first = Math.min(...rollouts.map(([, rollout]) => countsFrom(rollout)));
  const counted = await countVisits(new Date(first - BEFORE_MS).toISOString());
  return rollouts.flatMap(([name, rollout]) => {
    const remote = name as RemoteName;
    const current = release.remotes[remote]?.current ?? '';
    const why = rolloutVerdict(
      sumOf(counted, countsFrom(rollout), name, rollout.build),
      sumOf(counted, countsFrom(rollout) - BEFORE_MS, name, current),
    );
    return why === null ? [] : [{ name: remote, build: rollout.build, why }];
  });
}
