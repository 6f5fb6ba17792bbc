import { LOCAL_BUILD } from '@taller/shared/contract/local-remote.ts';
import { partMark } from '@taller/shared/contract/part-marks.ts';
import type { PartVisit } from '@taller/shared/system-status/report-part-visits.ts';

const LONGEST_MS = 999_999;

interface Part {
  remote: string;
  build: string;
  asked: number;
  shown: number | null;
  failed: boolean;
}

const startOf = (mark: string): number | null =>
  performance.getEntriesByName(mark, 'mark')[0]?.startTime ?? null;

/** The parts that this page has asked for, in that order. */
function partsOf(buildOf: (part: string) => string | undefined): Part[] {
  const prefix = partMark('asked', '');
  const names = performance
    .getEntriesByType('mark')
    .flatMap(({ name }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  return [...new Set(names)].flatMap((name) => {
    const build = buildOf(name);
    const asked = startOf(partMark('asked', name));
    // What is under development is nobody's visit.
    if (build === undefined || build === LOCAL_BUILD || asked === null) return [];
    const shown = startOf(partMark('shown', name));
    const failed = startOf(partMark('failed', name)) !== null;
    return [{ remote: name.slice(0, name.indexOf('/')), build, asked, shown, failed }];
  });
}

/** What was reported of a remote's build by this page. */
export type Reported = Map<string, { failed: boolean }>;

/**
 * How the remotes of this page did, as far as it was not reported before: a page counts once for each, and a failure
 * once. What was neither shown nor failed was left before it could tell.
 */
export function pageVisits(
  buildOf: (part: string) => string | undefined,
  reported: Reported = new Map(),
): PartVisit[] {
  const visits = new Map<string, PartVisit>();
  for (const { remote, build, asked, shown, failed } of partsOf(buildOf)) {
    if (shown === null && !failed) continue;
    const key = `${remote} ${build}`;
    const visit = visits.get(key) ?? { remote, build, visits: 1, failed: 0, ms: null };
    if (failed) visit.failed = 1;
    if (shown !== null) visit.ms ??= Math.min(LONGEST_MS, Math.max(0, Math.round(shown - asked)));
    visits.set(key, visit);
  }
  const fresh: PartVisit[] = [];
  for (const [key, visit] of visits) {
    const before = reported.get(key);
    if (!before) fresh.push(visit);
    else if (visit.failed === 1 && !before.failed) fresh.push({ ...visit, visits: 0, ms: null });
    reported.set(key, { failed: visit.failed === 1 });
  }
  return fresh;
}
