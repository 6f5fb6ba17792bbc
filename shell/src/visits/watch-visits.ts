import { siteConfig } from '@taller/shared/runtime';
import { reportPartVisits } from '@taller/shared/system-status/report-part-visits.ts';
import { buildOf } from '#src/remotes/part-build.ts';
import { readRegistry } from '#src/remotes/registry.ts';
import { couldWait } from '#src/timing/could-wait.ts';
import { pageVisits, type Reported } from '#src/visits/page-visits.ts';

/** Share of the pages that report while no build is published to a part of the browsers. */
const SAMPLE = 0.1;

/**
 * Lets this page report how its remotes did when it is hidden or left (SHELL-84): every page while a build is published
 * to a part of the browsers, else one of ten. A report that does not arrive is lost.
 */
export async function watchVisits(): Promise<void> {
  const { remotes } = await readRegistry();
  if (!remotes.some(({ candidate }) => candidate) && Math.random() >= SAMPLE) return;
  // Read now: a page that is left waits for nothing.
  const config = await siteConfig();
  const reported: Reported = new Map();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    const visits = pageVisits(buildOf, reported).slice(0, 10);
    if (visits.length > 0) reportPartVisits(config, visits).catch(couldWait);
  });
}
