import { parseArgs } from 'node:util';
import { REMOTE_NAMES } from '@taller/shared/contract/remote-names.ts';
import { buildPackages } from '#src/site/build-site.ts';
import { KEEP_DAYS } from '#src/site/history.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { publishRemote, rollBackRemote, type OtherHost, type Published } from '#src/site/publish.ts';

// `pnpm publish-remote NAME --site FOLDER`: builds one remote and publishes it to a running site. `--rollback` returns
// to the previous build.

const USAGE = `Uso: pnpm publish-remote REMOTO --site CARPETA [opciones]

  REMOTO             ${REMOTE_NAMES.join(', ')}
  --site CARPETA     carpeta del sitio publicado
  --rollback         vuelve a la versión anterior de este remoto
  --keep-days DÍAS   cuánto se guardan las versiones reemplazadas (${KEEP_DAYS})
  --build CARPETA    publica esta versión, ya construida (.cache/build/REMOTO/VERSIÓN), en vez de construirla
  --base URL         los archivos del remoto están en otro servidor, bajo URL/REMOTO/VERSIÓN/
  --files CARPETA    con --base: carpeta de ese servidor donde dejarlos`;

function options() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      site: { type: 'string' },
      rollback: { type: 'boolean', default: false },
      'keep-days': { type: 'string', default: String(KEEP_DAYS) },
      build: { type: 'string' },
      base: { type: 'string' },
      files: { type: 'string' },
    },
  });
  const name = REMOTE_NAMES.find((known) => known === positionals[0]);
  const keepDays = Number(values['keep-days']);
  if (!name || positionals.length > 1 || !values.site) throw new PublishError(USAGE);
  if (!Number.isFinite(keepDays) || keepDays < 0) throw new PublishError(USAGE);
  if (values.base !== undefined && !/^https?:\/\//.test(values.base)) throw new PublishError(USAGE);
  if (values.files !== undefined && values.base === undefined) throw new PublishError(USAGE);
  const host: OtherHost | undefined = values.base ? { base: values.base, files: values.files } : undefined;
  return { name, site: values.site, rollback: values.rollback, built: values.build, keepDays, host };
}

async function publish(): Promise<Published> {
  const { name, rollback, built, host, ...where } = options();
  const log = (line: string) => console.log(line);
  if (rollback) return rollBackRemote(name, { ...where, log });
  const folder = built ?? (await buildPackages([name], log))[0]?.folder;
  if (folder === undefined) throw new PublishError(USAGE);
  return publishRemote(name, folder, { ...where, host, log });
}

try {
  const { name, build, replaced } = await publish();
  console.log(
    replaced ? `✓ ${name} ${build} publicado (antes: ${replaced})` : `✓ ${name} ${build} ya estaba publicado`,
  );
} catch (error) {
  const refused = error instanceof PublishError || (error instanceof TypeError && 'code' in error);
  console.error(refused ? `\n✗ ${error.message}\n` : error);
  process.exitCode = 1;
}
