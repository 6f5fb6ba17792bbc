import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { inRoot } from '#src/workspace/root.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { watchRollouts } from '#src/site/watch-rollouts.ts';
import { isUsageError } from '#src/workspace/is-usage-error.ts';
import { siteStatus } from '#src/site/status.ts';

// `npm run site-status -- --site FOLDER [--watch]`: shows the builds of a site. With `--watch` it goes on, and ends
// publications to a part of the browsers that fail; SUPABASE_SECRET_KEY is the key of the site's project.

const EVERY_MS = 60_000;

/** Says what went wrong in a round; the next one may go well. */
async function watch(site: string, key: string): Promise<never> {
  for (;;) {
    const lines = await watchRollouts(site, key).catch((error: unknown) => [
      error instanceof Error ? `✗ ${error.message}` : String(error),
    ]);
    for (const line of lines) console.log(line);
    await delay(EVERY_MS);
  }
}

try {
  const { values } = parseArgs({
    options: { site: { type: 'string' }, watch: { type: 'boolean', default: false } },
  });
  const site = values.site ?? inRoot('site');
  console.log(await siteStatus(site));
  if (values.watch) {
    const key = process.env.SUPABASE_SECRET_KEY;
    if (!key)
      throw new PublishError('--watch necesita la clave secreta del proyecto en SUPABASE_SECRET_KEY.');
    await watch(site, key);
  }
} catch (error) {
  console.error(error instanceof PublishError || isUsageError(error) ? `\n✗ ${error.message}\n` : error);
  process.exitCode = 1;
}
