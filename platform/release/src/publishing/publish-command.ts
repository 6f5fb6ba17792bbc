import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import type { SitePackage } from '#src/build/build-package.ts';
import { openRelease, openWithoutData } from '#src/opening/open-release.ts';
import { BuildRefused } from '#src/build/build-refused.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { publishFacts, publishRemote, rollBackRemote, type Published } from '#src/site/publish.ts';
import { publishOptions, USAGE, type PublishArguments } from '#src/publishing/publish-args.ts';
import { foundRelease } from '#src/site/change-release.ts';
import { closePreview, promotePreview, publishPreview } from '#src/site/publish-preview.ts';
import { publishShell, rollBackShell } from '#src/site/publish-shell.ts';
import { requireCalls } from '#src/site/require-calls.ts';
import { signBuild } from '#src/site/signature.ts';
import { admitRemote, dismissRemote } from '#src/site/external-remotes.ts';
import { distrustKey, trustKey } from '#src/site/trusted-keys.ts';
import type { ExternalRemote, Release } from '#src/site/release.ts';
import { factsOfFile, factsOfProject, projectOfSite } from '#src/site/read-facts.ts';
import { shortDate } from '#src/site/short-date.ts';
import { isUsageError } from '#src/workspace/is-usage-error.ts';

/** Arguments of the command line, the function that builds, and the site's release when the command began. */
type Options = PublishArguments & { build: Build; found: Release | null };
const log = (line: string) => console.log(line);

/** Builds a package from the sources as they stand. @returns the build's folder. @throws PublishError */
export type Build = (name: SitePackage) => Promise<string>;

/**
 * The build to publish, made unless it is given, and signed if that is asked for.
 * @throws PublishError if it calls what the site's database lacks.
 */
async function folderOf(
  name: SitePackage,
  { built, sign, build, site }: Pick<Options, 'built' | 'sign' | 'build' | 'site'>,
): Promise<string> {
  const folder = built ?? (await build(name));
  await requireCalls(folder, site, log);
  if (sign !== undefined) await signBuild(folder, sign);
  return folder;
}

async function publish(
  name: SitePackage,
  { rollback, host, unopened, ...given }: Options,
): Promise<Omit<Published, 'name'>> {
  const open = rollback ? openWithoutData : openRelease;
  const where = { ...given, log, open: unopened ? undefined : open };
  if (name === 'shell')
    return rollback ? rollBackShell(where) : publishShell(await folderOf(name, given), where);
  if (rollback) return rollBackRemote(name, where);
  if (given.promote !== undefined) return promotePreview(name, given.promote, where);
  const folder = await folderOf(name, given);
  return publishRemote(name, folder, { ...where, host });
}

/** Read before anything is built or published, so that invalid details leave the site as it is. */
async function readFacts({ facts, site }: Options) {
  if (facts === undefined) return null;
  return facts === 'supabase' ? factsOfProject(await projectOfSite(site)) : factsOfFile(facts);
}

async function preview(name: RemoteName, given: Options): Promise<void> {
  const { days, host, site, keepDays } = given;
  const folder = await folderOf(name, given);
  const { build, link, expiresAt } = await publishPreview(name, folder, { site, keepDays, log, host, days });
  log(`✓ Vista previa de ${name} ${build}, hasta el ${shortDate(expiresAt)}`);
  log(link.startsWith('/') ? `  En la dirección del sitio: ${link}` : `  ${link}`);
  log('  La ve solo quien abre el enlace, con sus propios permisos y los datos reales.');
  log(`  Publicarla para todos: npm run publish-remote -- ${name} --site ${site} --promote ${build}`);
}

/** Says what was published. */
function told(name: SitePackage, { build, replaced, isFirst }: Omit<Published, 'name'>): void {
  if (isFirst) log(`✓ ${name} ${build} publicado por primera vez`);
  else
    log(
      replaced
        ? `✓ ${name} ${build} publicado (antes: ${replaced})`
        : `✓ ${name} ${build} ya estaba publicado`,
    );
}

function keysTold(name: RemoteName, count: number): void {
  log(
    count === 0
      ? `✓ Sin llaves de ${name}: el sitio acepta versiones sin firma`
      : `✓ El sitio acepta solo versiones de ${name} firmadas con ${count === 1 ? 'su llave' : `una de sus ${count} llaves`}`,
  );
}

function tellAdmitted(name: RemoteName, { prefix, roles }: ExternalRemote): void {
  log(`✓ ${name} admitido en ${prefix} para ${roles.join(', ')}`);
  log(`  Publicar su versión firmada: npm run publish-remote -- ${name} --site CARPETA --build CARPETA`);
}

/** Changes previews, external remotes or keys. @returns whether the command line asks for that. */
async function previewOrAdmit(name: RemoteName, given: Options): Promise<boolean> {
  const { close, site, keepDays } = given;
  const where = { site, keepDays, log };
  if (given.preview) await preview(name, given);
  else if (close !== undefined)
    log(`✓ Vista previa de ${name} ${(await closePreview(name, close, where)).build} cerrada`);
  else if (given.admit) tellAdmitted(name, await admitRemote(name, given.admit, where));
  else if (given.dismiss) {
    await dismissRemote(name, where);
    log(`✓ ${name} ya no está en este sitio`);
  } else if (given.trust !== undefined) keysTold(name, await trustKey(name, given.trust, where));
  else if (given.distrust !== undefined) keysTold(name, await distrustKey(name, given.distrust, where));
  else return false;
  return true;
}

async function run(given: Options): Promise<void> {
  const { name } = given;
  if (name && name !== 'shell' && (await previewOrAdmit(name, given))) return;
  const read = await readFacts(given);
  if (name) told(name, await publish(name, given));
  if (!read) return;
  const { facts, images } = read;
  const differed = await publishFacts(facts, { images, site: given.site, keepDays: given.keepDays, log });
  log(differed ? '✓ Datos de la tienda publicados' : '✓ El sitio ya mostraba estos datos de la tienda');
}

/**
 * Publishes as a command line says, and reports on the terminal; sets the exit code if it fails.
 * @param args without the command itself.
 * @param build makes the build, unless the command line names one.
 */
export async function publishCommand(args: readonly string[], build: Build): Promise<void> {
  try {
    const given = publishOptions(args);
    if (given) await run({ ...given, build, found: await foundRelease(given.site) });
    else log(USAGE);
  } catch (error) {
    const isRefused = error instanceof PublishError || error instanceof BuildRefused || isUsageError(error);
    console.error(isRefused ? `\n✗ ${error.message}\n` : error);
    process.exitCode = 1;
  }
}
