import { text } from 'node:stream/consumers';
import type { Judged } from '#src/site/judge-rollouts.ts';
import { stopRollout } from '#src/site/publish-rollout.ts';

// `node tooling/src/tasks/end-rollouts.ts FOLDER`: ends publications to a part of the browsers, which come on standard
// input with the reason.

const [, , site] = process.argv;
if (site === undefined) throw new Error('No site was named');
try {
  for (const judged of JSON.parse(await text(process.stdin)) as Judged[]) await stopRollout(judged, { site });
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
