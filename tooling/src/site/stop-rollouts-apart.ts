import type { JudgeRollouts } from '@taller/shared/system-status/counted-visits.ts';
import { judgeRollouts } from '#src/site/judge-rollouts.ts';
import { runApart } from '#src/site/run-apart.ts';

/**
 * What lets a running server end the rollouts of its site that fail.
 * @param path the site's folder.
 */
export const stopRolloutsApart =
  (path: string): JudgeRollouts =>
  async (countVisits) => {
    const judged = await judgeRollouts(path, countVisits);
    if (judged.length === 0) return [];
    return JSON.parse(await runApart('end-rollouts.ts', path, judged)) as string[];
  };
