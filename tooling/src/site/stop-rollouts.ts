import { stoppedText, type Judged } from '#src/site/judge-rollouts.ts';
import { stopRollout } from '#src/site/publish-rollout.ts';

/**
 * Ends rollouts of a site that its visits speak against.
 * @returns what was ended, in Spanish, a line each; what has ended meanwhile, or runs for everybody, is none.
 */
export async function stopRollouts(judged: readonly Judged[], site: string): Promise<string[]> {
  const lines: string[] = [];
  for (const one of judged) if (await stopRollout(one, { site })) lines.push(stoppedText(one));
  return lines;
}
