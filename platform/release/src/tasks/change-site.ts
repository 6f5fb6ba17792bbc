import { answerInput } from '@taller/server/programs/answer-input.ts';
import { findChromium } from '#src/opening/find-chromium.ts';
import { openWithoutData } from '#src/opening/open-release.ts';
import { changeSite } from '#src/site/change-site.ts';

// `node platform/release/src/tasks/change-site.ts FOLDER`: applies a change of the publications for a running server.

const [, , site] = process.argv;
answerInput(async (change: Parameters<typeof changeSite>[0]) => {
  if (site === undefined) throw new Error('No site was named');
  // A restored build was opened when it was published, so a rollback does not require a browser.
  const open = (await findChromium()) ? openWithoutData : undefined;
  return changeSite(change, { site, open });
});
