import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ShopFacts, ShopImages } from '@taller/shared/config/shop-facts.ts';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import { readRemote, readShell, type ShellDescriptor } from '#src/build/descriptors.ts';
import { assertFits, type Running } from '#src/site/assert-fits.ts';
import { isRolledBack, type SeenBuilds } from '#src/site/back-step.ts';
import { changeRelease, foundRelease, type PublishOptions } from '#src/site/change-release.ts';
import { assertScreensAllowed, shownParts } from '#src/site/external-remote-checks.ts';
import { KEEP_DAYS, pruneBuilds, publishBuild, rollBack } from '#src/site/history.ts';
import { assertNotOvertaken } from '#src/site/overtaken.ts';
import { SmokeTestError, PublishError } from '#src/site/publish-error.ts';
import { copyToHost, readPublishable, type OtherHost } from '#src/site/publishable.ts';
import { assertSigned } from '#src/site/signature.ts';
import {
  type Preview,
  type PublishedRemote,
  type Release,
  remoteFolder,
  shellFolder,
} from '#src/site/release.ts';

/** Result of a publication. */
export interface Published {
  name: RemoteName;
  /** The current build. */
  build: string;
  /** The previous build, unless nothing changed. */
  replaced?: string;
  /** The site had no build of it before. */
  isFirst?: true;
}

export const TOO_OLD_TO_OPEN =
  'El sitio es anterior a la comprobación que abre cada pantalla. Publica una vez el sitio completo con build:site, ' +
  'o usa publish-remote con --unopened, que no lo abre.';

const currentOf = ({ builds, current }: PublishedRemote) => builds.find(({ build }) => build === current);

/** Decides on a change of one remote, and publishes it. */
export async function changeRemote(
  options: PublishOptions,
  name: RemoteName,
  decide: (
    running: Running,
    shell: ShellDescriptor,
    now: Date,
    found: Release | null,
  ) => Promise<{ remote: PublishedRemote; fresh?: string; previews?: Preview[] }>,
): Promise<Published> {
  const { keepDays = KEEP_DAYS, open, log } = options;
  let replaced: string | undefined;
  let isFirst = false as boolean;
  const { remotes } = await changeRelease(options, async (running, now, found) => {
    const before = running.release.remotes[name];
    const shell = await readShell(shellFolder(running.folder));
    const { remote, fresh, previews = running.release.previews } = await decide(running, shell, now, found);
    if (remote === before && previews === running.release.previews) return null;
    const isOther = currentOf(remote) !== (before && currentOf(before));
    const isOpened = open && isOther;
    if (isOpened && !shell.shows) throw new PublishError(TOO_OLD_TO_OPEN);
    if (isOther) replaced = before?.current;
    isFirst = before === undefined;
    return {
      changed: {
        remotes: { ...running.release.remotes, [name]: pruneBuilds(remote, now, keepDays) },
        previews,
      },
      fresh: new Map(fresh ? [[`${name}/${remote.current}`, fresh]] : []),
      check: async (folder) => {
        if (!isOpened) return;
        log?.(`  abriendo ${name} ${remote.current}…`);
        const { base } = remote.builds.find(({ build }) => build === remote.current) ?? {};
        const build = fresh ?? join(folder, remoteFolder(name, remote.current));
        const parts = shownParts(await readRemote(build), shell, running.release);
        await open({ folder, name, build, base, parts });
      },
    };
  });
  const build = remotes[name]?.current;
  if (build === undefined) throw new Error(`${name} is not in the release`);
  return { name, build, ...(replaced !== undefined && { replaced }), ...(isFirst && { isFirst }) };
}

/**
 * Publishes changed facts of the shop to a running site: renders every page again with the same builds.
 * @returns whether the facts differ from the published ones.
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

/**
 * Publishes one remote's build to a running site: its files next to the others', and then, atomically, a registry and
 * pages that refer to them. The deployed shell stays, whatever its current sources.
 * @param folder of the build, with its descriptor.
 * @throws PublishError if the deployed shell cannot run it, if a module is over its budget, or if another build came
 * meanwhile.
 */
export async function publishRemote(
  name: RemoteName,
  folder: string,
  options: PublishOptions & { host?: OtherHost },
): Promise<Published> {
  const { host } = options;
  const { descriptor, base } = await readPublishable(name, folder, options);
  const { build } = descriptor;
  return changeRemote(options, name, async (running, shell, now, found) => {
    if (running.release.remotes[name]?.current !== build) assertNotOvertaken(name, found, running.release);
    const keys = running.release.keys?.[name];
    await assertSigned(name, folder, keys);
    await assertFits(name, descriptor, running, shell);
    await assertScreensAllowed(descriptor, running, shell);
    if (host?.files) await copyToHost(descriptor, folder, host.files);
    const present = existsSync(join(running.folder, remoteFolder(name, build)));
    return {
      remote: publishBuild(running.release.remotes[name], { build, base, now }),
      // A build in the site may be older than the remote's keys.
      fresh: present && !keys?.length ? undefined : folder,
    };
  });
}

/** The remote after a rollback, which skips builds that no longer open. */
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
 * Rolls a remote back to its previous build, or further, to the last one that opens. Other remotes are unchanged, even
 * those published since.
 * @param options.seen builds that were shown before the decision. Nothing changes if the rollback has already happened.
 * @throws PublishError if there is no earlier build, if the deployed shell can no longer run it, or if the running
 * build is not the one shown, or not the one that ran when the command began.
 */
export async function rollBackRemote(
  name: RemoteName,
  { seen, ...options }: PublishOptions & { seen?: SeenBuilds },
): Promise<Published> {
  const skipped = new Set<string>();
  const { found = await foundRelease(options.site) } = options;
  for (;;) {
    let tried = '';
    try {
      return await changeRemote({ ...options, found }, name, async (running, shell, now) => {
        const before = running.release.remotes[name];
        if (seen && before && isRolledBack(name, before, seen)) return { remote: before };
        if (!seen) assertNotOvertaken(name, found, running.release);
        const remote = rolledBack(name, { release: running.release, now, skipped });
        tried = remote.current;
        const folder = join(running.folder, remoteFolder(name, tried));
        await assertSigned(name, folder, running.release.keys?.[name]);
        await assertFits(name, await readRemote(folder), running, shell);
        return { remote };
      });
    } catch (error) {
      if (!(error instanceof SmokeTestError)) throw error;
      options.log?.(`  ${name} ${tried} tampoco se muestra; se prueba la anterior`);
      skipped.add(tried);
    }
  }
}
