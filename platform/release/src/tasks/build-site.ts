import { parseArgs } from 'node:util';
import { optionsFromEnv } from '@taller/server/config/server-options.ts';
import { buildSite } from '#src/site/build-site.ts';
import { publishableKeyFault } from '#src/workspace/project-keys.ts';
import { requireSameSchema } from '#src/site/require-schema.ts';
import { factsOfFile, factsOfProject } from '#src/site/read-facts.ts';

// `npm run build:site -- [FOLDER] [--supabase-url URL --supabase-key KEY]`: the static site for any host.
const started = performance.now();
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'supabase-url': { type: 'string' },
      'supabase-key': { type: 'string' },
      facts: { type: 'string' },
    },
  });
  const { 'supabase-url': url, 'supabase-key': key } = values;
  if ((url === undefined) !== (key === undefined))
    throw new Error('Entrega las dos opciones o ninguna: --supabase-url y --supabase-key.');
  const fault = key === undefined ? undefined : publishableKeyFault(key);
  if (fault) throw new Error(`--supabase-key: ${fault}`);
  const supabase = url !== undefined && key !== undefined ? { url: new URL(url).origin, key } : undefined;
  if (supabase) await requireSameSchema(supabase);
  const read =
    values.facts === undefined
      ? supabase && (await factsOfProject(supabase))
      : await factsOfFile(values.facts);
  const folder = await buildSite({
    facts: read?.facts,
    images: read?.images,
    outDir: positionals[0],
    supabase,
    remoteOrigins: optionsFromEnv(process.env).remoteOrigins,
    log: (line) => console.log(line),
  });
  console.log(`Sitio listo en ${folder} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
} catch (error) {
  console.error(`\n✗ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
