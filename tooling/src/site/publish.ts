import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ShopFacts, ShopImages } from '@taller/shared/config/shop-facts.ts';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import {
  PRIVATE_FOLDER,
  readRemote,
  readShell,
  type RemoteDescriptor,
  type ShellDescriptor,
} from '#src/build/descriptors.ts';
import { overBudget } from '#src/build/module-budgets.ts';
import { assertFits, type Running } from '#src/site/assert-fits.ts';
import { deprecationWarnings } from '#src/site/deprecated-uses.ts';
import { changeRelease, type PublishOptions } from '#src/site/change-release.ts';
import { KEEP_DAYS, pruneBuilds, publishBuild, rollBack } from '#src/site/history.ts';
import { NotOpened, PublishError } from '#src/site/publish-error.ts';
import { remoteFolder, shellFolder, type PublishedRemote, type Release } from '#src/site/release.ts';

/** Another host for a remote's files. */
export interface OtherHost {
  /** Base URL of the remote's builds: `<base><name>/<build>/`. */
  base: string;
  /**
   * Local folder that the host serves there, to which the files are written; absent if they are uploaded by other
   * means.
   */
  files?: string;
}

/** Result of a publication. */
export interface Published {
  name: RemoteName;
  /** The current build. */
  build: string;
  /** The previous build, unless nothing changed. */
  replaced?: string;
}

const TOO_OLD_TO_OPEN =
  'El sitio es anterior a la comprobación que abre cada pantalla. Publica una vez el sitio completo con build:site, ' +
  'o agrega --unopened para publicar sin abrirlo.';

/** Lets a change of one remote be decided, and publishes it. */
async function changeRemote(
  options: PublishOptions,
  name: RemoteName,
  decide: (
    running: Running,
    shell: ShellDescriptor,
    now: Date,
  ) => Promise<{ remote: PublishedRemote; fresh?: string }>,
): Promise<Published> {
  const { keepDays = KEEP_DAYS, open, log } = options;
  let replaced: string | undefined;
  const { remotes } = await changeRelease(options, async (running, now) => {
    const before = running.release.remotes[name];
    const shell = await readShell(shellFolder(running.folder));
    const { remote, fresh } = await decide(running, shell, now);
    if (remote === before) return null;
    if (open && !shell.shows) throw new PublishError(TOO_OLD_TO_OPEN);
    replaced = before?.current;
    return {
      changed: { remotes: { ...running.release.remotes, [name]: pruneBuilds(remote, now, keepDays) } },
      fresh: new Map(fresh ? [[`${name}/${remote.current}`, fresh]] : []),
      check: async (folder) => {
        if (!open) return;
        log?.(`  abriendo ${name} ${remote.current}…`);
        const { base } = remote.builds.find(({ build }) => build === remote.current) ?? {};
        const build = fresh ?? join(folder, remoteFolder(name, remote.current));
        await open({ folder, name, build, base, parts: shell.shows?.[name] ?? [] });
      },
    };
  });
  const build = remotes[name]?.current;
  if (build === undefined) throw new Error(`${name} is not in the release`);
  return { name, build, ...(replaced !== undefined && { replaced }) };
}

/**
 * Lets a site that runs say other facts of the shop: the same builds, with every page made anew.
 * @returns whether it said others before.
 */
export async function publishFacts(
  facts: ShopFacts,
  { images, ...options }: PublishOptions & { images?: ShopImages },
): Promise<boolean> {
  let differ = false;
  await changeRelease(options, async ({ release }) => {
    differ = !isDeepStrictEqual(release.facts, facts);
    return differ ? { changed: { facts }, images } : null;
  });
  return differ;
}

/** Puts a build's files where the other host serves them; a build that is there already stays as it is. */
async function putOnHost(descriptor: RemoteDescriptor, folder: string, files: string): Promise<void> {
  const target = join(files, descriptor.name, descriptor.build);
  if (existsSync(target)) return;
  await mkdir(dirname(target), { recursive: true });
  const temporary = `${target}.${process.pid}`;
  try {
    const isServed = (path: string) => !path.endsWith(`/${PRIVATE_FOLDER}`);
    await cp(folder, temporary, { recursive: true, filter: isServed });
    await rename(temporary, target);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/**
 * Publishes one remote's build to a running site: its files next to the others', and then, atomically, a registry and
 * pages that refer to them. The deployed shell stays, whatever its current sources.
 * @param folder of the build, with its descriptor.
 * @throws PublishError if the deployed shell cannot run it, or if a module is over its budget.
 */
export async function publishRemote(
  name: RemoteName,
  folder: string,
  options: PublishOptions & { host?: OtherHost },
): Promise<Published> {
  const descriptor = await readRemote(folder);
  const { build } = descriptor;
  if (descriptor.name !== name)
    throw new PublishError(`${folder} es una versión de ${descriptor.name}, no de ${name}.`);
  const { host } = options;
  const base = host && new URL(`${name}/${build}/`, host.base.replace(/\/*$/, '/')).href;
  const tooHeavy = await overBudget(descriptor, folder);
  if (tooHeavy.length > 0) throw new PublishError(`${name} no se publicó: ${tooHeavy.join('\n')}`);
  for (const { name: twice, version, bytes } of descriptor.duplicates ?? [])
    options.log?.(
      `  ${name} lleva ${twice} más de una vez: ${version} (${Math.round(bytes / 1000)} kB sin comprimir)`,
    );
  return changeRemote(options, name, async (running, shell, now) => {
    await assertFits(name, descriptor, running, shell);
    for (const warning of deprecationWarnings(descriptor, shell)) options.log?.(warning);
    if (host?.files) await putOnHost(descriptor, folder, host.files);
    const present = existsSync(join(running.folder, remoteFolder(name, build)));
    return {
      remote: publishBuild(running.release.remotes[name], { build, base, now }),
      fresh: present ? undefined : folder,
    };
  });
}

/** The remote as a roll-back leaves it, beyond the builds that do not open any more. */
function rolledBack(
  name: RemoteName,
  { release, now, skipped }: { release: Release; now: Date; skipped: ReadonlySet<string> },
): PublishedRemote {
  let remote = release.remotes[name] ?? null;
  do remote = remote && rollBack(remote, now);
  while (remote && skipped.has(remote.current));
  if (!remote) throw new PublishError(`${name} no tiene una versión anterior guardada en este sitio.`);
  return remote;
}

/**
 * Rolls a remote back to its previous build, or further, to the last one that opens. Other remotes are unchanged, also
 * those published since.
 * @throws PublishError if there is none, or if the deployed shell cannot run it any more.
 */
export async function rollBackRemote(name: RemoteName, options: PublishOptions): Promise<Published> {
  const skipped = new Set<string>();
  for (;;) {
    let tried = '';
    try {
      return await changeRemote(options, name, async (running, shell, now) => {
        const remote = rolledBack(name, { release: running.release, now, skipped });
        tried = remote.current;
        const folder = join(running.folder, remoteFolder(name, tried));
        await assertFits(name, await readRemote(folder), running, shell);
        return { remote };
      });
    } catch (error) {
      if (!(error instanceof NotOpened)) throw error;
      options.log?.(`  ${name} ${tried} tampoco se muestra; se prueba la anterior`);
      skipped.add(tried);
    }
  }
}
