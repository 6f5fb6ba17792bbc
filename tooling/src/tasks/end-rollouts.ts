import { text } from 'node:stream/consumers';
import type { Judged } from '#src/site/judge-rollouts.ts';
import { stopRollouts } from '#src/site/stop-rollouts.ts';

// `node tooling/src/tasks/end-rollouts.ts FOLDER`: ends publications to a part of the browsers, which come on standard
// input with the reason, and answers with the lines that say what it ended.

const [, , site] = process.argv;
if (site === undefined) throw new Error('No site was named');
try {
  const lines = await stopRollouts(JSON.parse(await text(process.stdin)) as Judged[], site);
  console.log(JSON.stringify(lines));
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
