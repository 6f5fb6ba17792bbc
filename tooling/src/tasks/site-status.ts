import { parseArgs } from 'node:util';
import { inRoot } from '#src/workspace/root.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { keepWatching } from '#src/site/watch-rollouts.ts';
import { isUsageError } from '#src/workspace/is-usage-error.ts';
import { secretKeyFault } from '#src/workspace/project-keys.ts';
import { siteStatus } from '#src/site/status.ts';

// `npm run site-status -- --site FOLDER [--watch]`: shows the builds of a site. With `--watch` it goes on, and ends
// publications to a part of the browsers that fail; SUPABASE_SECRET_KEY is the key of the site's project.

try {
  const { values } = parseArgs({
    options: { site: { type: 'string' }, watch: { type: 'boolean', default: false } },
  });
  const site = values.site ?? inRoot('site');
  const key = process.env.SUPABASE_SECRET_KEY ?? '';
  if (values.watch && key === '')
    throw new PublishError('--watch necesita la clave secreta del proyecto en SUPABASE_SECRET_KEY.');
  const fault = values.watch ? secretKeyFault(key) : undefined;
  if (fault) throw new PublishError(`SUPABASE_SECRET_KEY: ${fault}`);
  console.log(await siteStatus(site));
  if (values.watch) await keepWatching(site, key, { say: (line) => console.log(line) });
} catch (error) {
  console.error(error instanceof PublishError || isUsageError(error) ? `\n✗ ${error.message}\n` : error);
  process.exitCode = 1;
}
