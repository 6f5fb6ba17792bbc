import { join } from 'node:path';
import type { Role } from '@taller/shared/access/roles.ts';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import { readRemote, readShell } from '#src/build/descriptors.ts';
import { assertFits, type Running } from '#src/site/assert-fits.ts';
import { changeRelease, type PublishOptions } from '#src/site/change-release.ts';
import { shownParts } from '#src/site/guest-checks.ts';
import { assertNotOvertaken } from '#src/site/overtaken.ts';
import { TOO_OLD_TO_OPEN } from '#src/site/publish.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { findPreview, remoteOf, runningBeside } from '#src/site/publish-preview.ts';
import { remoteFolder, shellFolder, type PublishedRemote, type Release } from '#src/site/release.ts';
import { assertSigned } from '#src/site/signature.ts';
import { countedAfter, withoutRollout, type Rollout } from '#src/site/rollout.ts';

/** Who is to run a rollout. */
export interface Audience {
  /** Per cent of the browsers, 1 to 100. */
  share: number;
  roles?: Role[];
}

const noRollout = (name: RemoteName) =>
  new PublishError(`${name} no tiene una publicación gradual en curso.`);

/**
 * Lets a part of the browsers run a preview's build. It is checked and opened like any publication.
 * @param given the preview's link, its token or its build.
 * @param again whether a build that stopped by itself may start again.
 * @throws PublishError if another rollout of the remote is in progress, if the deployed shell cannot run it, or if the
 * remote was changed meanwhile.
 */
export async function startRollout(
  name: RemoteName,
  given: string,
  { again = false, share, roles, ...options }: PublishOptions & Audience & { again?: boolean },
): Promise<Rollout> {
  const { open, log } = options;
  let started: Rollout | undefined;
  await changeRelease(options, async (running, now, found) => {
    const { release, folder } = running;
    assertNotOvertaken(name, found, release);
    const remote = remoteOf(release, name);
    const preview = findPreview(name, release, given, now);
    const { build, base, token } = preview;
    if (remote.current === build) throw new PublishError(`${name} ${build} ya es la versión publicada.`);
    if (remote.rollout && remote.rollout.build !== build)
      throw new PublishError(
        `${name} ya tiene una publicación gradual, de ${remote.rollout.build}: súbela con --to o termínala con --end.`,
      );
    if (remote.stopped?.build === build && !again)
      throw new PublishError(
        `${name} ${build} se detuvo sola: ${remote.stopped.why} Para publicarla de nuevo a una parte, agrega --again.`,
      );
    const shell = await readShell(shellFolder(folder));
    if (open && !shell.shows) throw new PublishError(TOO_OLD_TO_OPEN);
    const files = join(folder, remoteFolder(name, build));
    await assertSigned(name, files, release.keys?.[name]);
    const descriptor = await readRemote(files);
    await assertFits(name, descriptor, running, shell);
    const beside = await runningBeside(descriptor, running);
    const rollout = {
      build,
      base,
      share,
      roles: roles ?? remote.rollout?.roles,
      startedAt: remote.rollout?.startedAt ?? now.toISOString(),
      countedFrom: countedAfter(remote, build, now),
    };
    started = rollout;
    const { stopped: _, ...kept } = remote;
    return {
      changed: { remotes: { ...release.remotes, [name]: { ...kept, rollout } } },
      check: async (opened) => {
        if (!open) return;
        log?.(`  abriendo ${name} ${build}…`);
        await open({
          folder: opened,
          name,
          build: files,
          base,
          parts: shownParts(beside, shell, release),
          preview: token,
        });
      },
    };
  });
  if (!started) throw new Error('The release was not changed');
  return started;
}

/**
 * Changes a rollout that is in progress.
 * @param check of what the site had when the command began against what it has now.
 */
async function changeRollout(
  name: RemoteName,
  options: PublishOptions,
  change: (rollout: Rollout, remote: PublishedRemote, now: Date) => PublishedRemote,
  check: (rollout: Rollout, running: Running, found: Release | null) => Promise<void> = async () => undefined,
): Promise<Rollout> {
  let before: Rollout | undefined;
  await changeRelease(options, async (running, now, found) => {
    const { release } = running;
    const remote = remoteOf(release, name);
    if (!remote.rollout) throw noRollout(name);
    await check(remote.rollout, running, found);
    before = remote.rollout;
    return { changed: { remotes: { ...release.remotes, [name]: change(remote.rollout, remote, now) } } };
  });
  if (!before) throw new Error('The release was not changed');
  return before;
}

/**
 * Lets more or fewer browsers run it, also after a pause.
 * @throws PublishError if none is in progress, or if it was changed meanwhile.
 */
export async function resizeRollout(
  name: RemoteName,
  { share, roles }: Audience,
  options: PublishOptions,
): Promise<Rollout> {
  const resized = (rollout: Rollout): Rollout => {
    const { paused: _, ...kept } = rollout;
    return { ...kept, share, roles: roles ?? rollout.roles };
  };
  return resized(
    await changeRollout(
      name,
      options,
      (rollout, remote) => ({ ...remote, rollout: resized(rollout) }),
      async ({ build }, { folder, release }, found) => {
        assertNotOvertaken(name, found, release);
        // The key that signed it may have been taken away since.
        await assertSigned(name, join(folder, remoteFolder(name, build)), release.keys?.[name]);
      },
    ),
  );
}

/** Lets nobody run it until it is raised again. @throws PublishError if none is in progress. */
export const pauseRollout = (name: RemoteName, options: PublishOptions): Promise<Rollout> =>
  changeRollout(name, options, (rollout, remote) => ({ ...remote, rollout: { ...rollout, paused: true } }));

/** Ends it: everybody runs the current build with the next page. @throws PublishError if none is in progress. */
export const endRollout = (name: RemoteName, options: PublishOptions): Promise<Rollout> =>
  changeRollout(name, options, (_, remote, now) => withoutRollout(remote, now));

/**
 * Ends a rollout that fails, and keeps why. What has ended meanwhile, or is another build's, stays as it is.
 * @returns whether it was ended.
 */
export async function stopRollout(
  { name, build, why }: { name: RemoteName; build: string; why: string },
  options: PublishOptions,
): Promise<boolean> {
  let isEnded = false;
  await changeRelease(options, async ({ release }, now) => {
    const remote = release.remotes[name];
    if (remote?.rollout?.build !== build) return null;
    isEnded = true;
    const stopped = { build, at: now.toISOString(), why };
    return {
      changed: { remotes: { ...release.remotes, [name]: { ...withoutRollout(remote, now), stopped } } },
    };
  });
  return isEnded;
}
