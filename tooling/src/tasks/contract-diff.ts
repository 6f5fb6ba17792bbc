import { parseArgs } from 'node:util';
import { contractDiff, contractOfSources } from '#src/site/contract-diff.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { isUsageError } from '#src/workspace/is-usage-error.ts';
import { inRoot } from '#src/workspace/root.ts';

// `npm run contract-diff -- --site FOLDER`: what the shell of these sources changes for the remotes of a site. Exits
// with 1 if it refuses one of them.
try {
  const { values } = parseArgs({ options: { site: { type: 'string' } } });
  const { changes, refused, retiring, lost } = await contractDiff(
    values.site ?? inRoot('site'),
    contractOfSources(),
  );
  console.log(
    changes.length === 0 ? '✓ El contrato es el mismo' : changes.map((line) => `· ${line}`).join('\n'),
  );
  if (retiring.length > 0)
    console.log(`\nNombres que el shell va a dejar de entregar:\n${retiring.join('\n')}\n`);
  for (const line of lost) console.log(`· ${line}`);
  for (const line of refused) console.log(`✗ ${line}`);
  if (refused.length === 0) console.log('✓ Todos los remotos publicados calzan con este shell');
  else process.exitCode = 1;
} catch (error) {
  console.error(error instanceof PublishError || isUsageError(error) ? `\n✗ ${error.message}\n` : error);
  process.exitCode = 1;
}
