import { text } from 'node:stream/consumers';
import { findChromium } from '#src/opening/find-chromium.ts';
import { openRelease } from '#src/opening/open-release.ts';
import { changeSite } from '#src/site/change-site.ts';

// `node platform/release/src/tasks/change-site.ts FOLDER`: applies a change of the publications, read from standard
// input. The last line of the output is the result.

const [, , site] = process.argv;
if (site === undefined) throw new Error('No site was named');
try {
  const change = JSON.parse(await text(process.stdin)) as Parameters<typeof changeSite>[0];
  // A restored build was opened when it was published, so a rollback does not require a browser.
  const open = (await findChromium()) ? openRelease : undefined;
  process.stdout.write(`${JSON.stringify(await changeSite(change, { site, open }))}\n`);
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
