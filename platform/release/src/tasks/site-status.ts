import { parseArgs } from 'node:util';
import { inRoot } from '#src/workspace/root.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { isUsageError } from '#src/workspace/is-usage-error.ts';
import { siteStatus } from '#src/site/status.ts';

// `npm run site-status -- --site FOLDER`: shows the builds of a site.

try {
  const { values } = parseArgs({ options: { site: { type: 'string' } } });
  console.log(await siteStatus(values.site ?? inRoot('site')));
} catch (error) {
  console.error(error instanceof PublishError || isUsageError(error) ? `\n✗ ${error.message}\n` : error);
  process.exitCode = 1;
}
