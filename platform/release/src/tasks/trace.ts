import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { PublishError } from '#src/site/publish-error.ts';
import { traceSources } from '#src/site/trace.ts';
import { inRoot } from '#src/workspace/root.ts';

const HELP = 'npm run trace -- [--site CARPETA] [ARCHIVO]   traduce una traza, de un archivo o de la entrada';

// `npm run trace -- --site FOLDER [FILE]`: the sources of a stack trace, read from a file or from standard input.
try {
  const { values, positionals } = parseArgs({
    options: { site: { type: 'string' } },
    allowPositionals: true,
  });
  console.log(await traceSources(values.site ?? inRoot('site'), readFileSync(positionals[0] ?? 0, 'utf8')));
} catch (error) {
  console.error(
    error instanceof PublishError
      ? `\n✗ ${error.message}\n`
      : `\n✗ ${error instanceof Error ? error.message : String(error)}\n\n${HELP}\n`,
  );
  process.exitCode = 1;
}
