import { parseArgs } from 'node:util';
import { REMOTE_NAMES, type RemoteName } from '@taller/shared/contract/remote-names.ts';
import type { SitePackage } from '#src/build/build-package.ts';
import { openRelease } from '#src/opening/open-release.ts';
import { typeFaults } from '#src/build/check-types.ts';
import { BuildRefused } from '#src/build/build-refused.ts';
import { buildPackages } from '#src/site/build-site.ts';
import { KEEP_DAYS } from '#src/site/history.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { publishFacts, publishRemote, rollBackRemote, type Published } from '#src/site/publish.ts';
import { MOST_PREVIEW_DAYS, PREVIEW_DAYS } from '#src/site/preview.ts';
import type { OtherHost } from '#src/site/publishable.ts';
import { closePreview, promotePreview, publishPreview } from '#src/site/publish-preview.ts';
import { publishShell, rollBackShell } from '#src/site/publish-shell.ts';
import { factsOfFile, factsOfProject, projectOfSite, type ReadFacts } from '#src/site/read-facts.ts';
import { isUsageError } from '#src/workspace/is-usage-error.ts';

// `npm run publish-remote -- NAME --site FOLDER`: builds one remote, or the shell, and publishes it to a running site.
// `--rollback` returns to the previous build. `--preview` puts the build beside the running one and prints a link.
// `--facts` publishes the shop's current details, with a remote or alone.

const USAGE = `Uso: npm run publish-remote -- REMOTO --site CARPETA [opciones]
     npm run publish-remote -- --facts ARCHIVO|supabase --site CARPETA

  REMOTO             ${REMOTE_NAMES.join(', ')}, o shell
  --site CARPETA     carpeta del sitio publicado
  --rollback         vuelve a la versión anterior de este remoto, o del shell
  --preview          deja la versión al lado de la publicada e imprime un enlace: solo quien lo abre la ve
  --days DÍAS        con --preview: hasta cuándo se abre (${PREVIEW_DAYS}; como mucho ${MOST_PREVIEW_DAYS})
  --promote ENLACE   publica para todos la versión de esa vista previa, sin construirla de nuevo
  --close ENLACE     cierra esa vista previa
  --facts ORIGEN     muestra en las páginas los datos de la tienda de este archivo (el que exporta Ajustes) o, con
                     «supabase», los que tiene ahora el proyecto del sitio; con un remoto o sin ninguno
  --keep-days DÍAS   cuánto se guardan las versiones reemplazadas (${KEEP_DAYS})
  --build CARPETA    publica esta versión, ya construida (.cache/build/REMOTO/VERSIÓN), en vez de construirla
  --unopened         publica sin abrir antes cada pantalla en Chromium
  --base URL         los archivos del remoto están en otro servidor, bajo URL/REMOTO/VERSIÓN/
  --files CARPETA    con --base: carpeta de ese servidor donde dejarlos`;

/** The remote and the source of the facts, at least one of them. */
function subject(positionals: readonly string[], facts: string | undefined) {
  const [given, ...others] = positionals;
  const name = [...REMOTE_NAMES, 'shell' as const].find((known) => known === given);
  if (others.length > 0 || (given !== undefined && !name) || (!name && facts === undefined))
    throw new PublishError(USAGE);
  return { name, facts };
}

/** What the command line says of previews. */
function previewOptions(
  values: { preview: boolean; days?: string; promote?: string; close?: string; rollback: boolean },
  name: SitePackage | undefined,
) {
  const { preview, days: given, promote, close } = values;
  const asked = [preview, promote !== undefined, close !== undefined, values.rollback].filter(Boolean).length;
  if (asked > 1 || (given !== undefined && !preview)) throw new PublishError(USAGE);
  const isOfPreview = preview || promote !== undefined || close !== undefined;
  if (isOfPreview && !name) throw new PublishError(USAGE);
  if (isOfPreview && name === 'shell')
    throw new PublishError('El shell no tiene vista previa: las tienen los remotos.');
  const days = given === undefined ? PREVIEW_DAYS : Number(given);
  if (!(days > 0 && days <= MOST_PREVIEW_DAYS))
    throw new PublishError(`--days va de más de 0 a ${MOST_PREVIEW_DAYS} días.`);
  return { preview, days, promote, close };
}

/** The command line's options; null if it asks for help. */
function options() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      facts: { type: 'string' },
      help: { type: 'boolean', default: false },
      site: { type: 'string' },
      rollback: { type: 'boolean', default: false },
      preview: { type: 'boolean', default: false },
      days: { type: 'string' },
      promote: { type: 'string' },
      close: { type: 'string' },
      'keep-days': { type: 'string', default: String(KEEP_DAYS) },
      build: { type: 'string' },
      unopened: { type: 'boolean', default: false },
      base: { type: 'string' },
      files: { type: 'string' },
    },
  });
  if (values.help) return null;
  const { name, facts } = subject(positionals, values.facts);
  const keepDays = Number(values['keep-days']);
  if (!values.site || (!name && (values.rollback || values.build))) throw new PublishError(USAGE);
  if (!Number.isFinite(keepDays) || keepDays < 0) throw new PublishError(USAGE);
  if (values.base !== undefined && !/^https?:\/\//.test(values.base)) throw new PublishError(USAGE);
  if (values.files !== undefined && values.base === undefined) throw new PublishError(USAGE);
  if (values.base !== undefined && name === 'shell') throw new PublishError(USAGE);
  const host: OtherHost | undefined = values.base ? { base: values.base, files: values.files } : undefined;
  const { site, rollback, unopened, build: built } = values;
  return { name, facts, site, rollback, unopened, built, keepDays, host, ...previewOptions(values, name) };
}

type Options = NonNullable<ReturnType<typeof options>>;
const log = (line: string) => console.log(line);

/** A build of the sources as they stand. @throws PublishError if their types do not fit. */
async function buildChecked(name: SitePackage): Promise<string> {
  const faults = await typeFaults(name);
  if (faults !== null)
    throw new PublishError(
      `${name} no se publicó: sus tipos no calzan; corrígelos y publica de nuevo.\n${faults}`,
    );
  const [built] = await buildPackages([name], log);
  if (!built) throw new PublishError(USAGE);
  return built.folder;
}

async function publish(
  name: SitePackage,
  { rollback, built, host, unopened, ...given }: Options,
): Promise<Omit<Published, 'name'>> {
  const where = { ...given, log, open: unopened ? undefined : openRelease };
  if (name === 'shell')
    return rollback ? rollBackShell(where) : publishShell(built ?? (await buildChecked(name)), where);
  if (rollback) return rollBackRemote(name, where);
  if (given.promote !== undefined) return promotePreview(name, given.promote, where);
  const folder = built ?? (await buildChecked(name));
  return publishRemote(name, folder, { ...where, host });
}

/** Read before anything is built or published, so that invalid details leave the site as it is. */
async function readFacts({ facts, site }: Options): Promise<ReadFacts | null> {
  if (facts === undefined) return null;
  return facts === 'supabase' ? factsOfProject(await projectOfSite(site)) : factsOfFile(facts);
}

const DATE = new Intl.DateTimeFormat('es-CL', {
  dateStyle: 'short',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'America/Santiago',
});

async function preview(name: RemoteName, { built, days, host, site, keepDays }: Options): Promise<void> {
  const folder = built ?? (await buildChecked(name));
  const { build, link, expiresAt } = await publishPreview(name, folder, { site, keepDays, log, host, days });
  log(`✓ Vista previa de ${name} ${build}, hasta el ${DATE.format(new Date(expiresAt))}`);
  log(`  ${link}`);
  log('  La ve solo quien abre el enlace, con sus propios permisos y los datos reales.');
  log(`  Publicarla para todos: npm run publish-remote -- ${name} --site ${site} --promote ${build}`);
}

async function run(given: Options): Promise<void> {
  const { name, close, site, keepDays } = given;
  if (name && name !== 'shell' && given.preview) return preview(name, given);
  if (name && name !== 'shell' && close !== undefined) {
    const { build } = await closePreview(name, close, { site, keepDays, log });
    log(`✓ Vista previa de ${name} ${build} cerrada`);
    return;
  }
  const read = await readFacts(given);
  if (name) {
    const { build, replaced } = await publish(name, given);
    log(
      replaced
        ? `✓ ${name} ${build} publicado (antes: ${replaced})`
        : `✓ ${name} ${build} ya estaba publicado`,
    );
  }
  if (!read) return;
  const { facts, images } = read;
  const differed = await publishFacts(facts, { images, site: given.site, keepDays: given.keepDays, log });
  log(differed ? '✓ Datos de la tienda publicados' : '✓ El sitio ya mostraba estos datos de la tienda');
}

try {
  const given = options();
  if (given) await run(given);
  else log(USAGE);
} catch (error) {
  const isRefused = error instanceof PublishError || error instanceof BuildRefused || isUsageError(error);
  console.error(isRefused ? `\n✗ ${error.message}\n` : error);
  process.exitCode = 1;
}
