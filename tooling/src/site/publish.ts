import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import { misfit } from '@taller/shared/contract/runtime-version.ts';
import {
  PRIVATE_FOLDER,
  readRemote,
  readShell,
  type RemoteDescriptor,
  type ShellDescriptor,
} from '#src/build/descriptors.ts';
import { deploy } from '#src/site/deploy.ts';
import { KEEP_DAYS, pruneBuilds, pruneShells, publishBuild, rollBack } from '#src/site/history.ts';
import { withLock } from '#src/site/lock.ts';
import { PublishError } from '#src/site/publish-error.ts';
import {
  readRelease,
  releaseId,
  remoteFolder,
  shellFolder,
  type PublishedRemote,
  type Release,
} from '#src/site/release.ts';
import { SiteFolder } from '#src/site/site-folder.ts';

/** A host of its own for a remote's files. */
export interface OtherHost {
  /** URL below which the remote's builds are: `<base><name>/<build>/`. */
  base: string;
  /** Folder on this machine that the host serves there, to put the files into; absent if they have been put there by other means. */
  files?: string;
}

export interface PublishOptions {
  /** The site's folder, as build:site made it or as the last publication left it. */
  site: string;
  /** Days for which replaced builds stay, for the tabs that run them. */
  keepDays?: number;
  /** Now, for tests. */
  now?: Date;
  /** Told what is going on, in Spanish. */
  log?: (line: string) => void;
}

/** What a publication did. */
export interface Published {
  name: RemoteName;
  /** The build that runs now. */
  build: string;
  /** The one that ran before, unless nothing changed. */
  replaced?: string;
}

interface Running {
  folder: string;
  release: Release;
}

/** What the deployed shell asks a remote for; where its description does not say, what the running build gives. */
async function modulesAskedFor(
  name: RemoteName,
  { folder, release }: Running,
  shell: ShellDescriptor,
): Promise<readonly string[]> {
  if (shell.opens) return shell.opens[name] ?? [];
  const current = release.remotes[name]?.current;
  if (current === undefined) return [];
  return Object.keys((await readRemote(join(folder, remoteFolder(name, current)))).modules);
}

/** Refuses a build that the deployed shell cannot run, or that lacks what it asks for. */
async function assertFits(
  name: RemoteName,
  needed: RemoteDescriptor,
  running: Running,
  shell: ShellDescriptor,
): Promise<void> {
  const reason = misfit(needed, shell);
  if (reason === 'contract') {
    throw new PublishError(
      `${name} se construyó para el contrato ${needed.contract} y el sitio usa el ${shell.contract}. ` +
        (needed.contract > shell.contract
          ? 'Publica primero el sitio completo con build:site, y después este remoto.'
          : 'Actualiza el código del remoto a la versión del sitio y publícalo de nuevo.'),
    );
  }
  if (reason === 'runtime') {
    throw new PublishError(
      `${name} usa la versión ${needed.runtime} de lo que entrega el sitio, y el sitio tiene la ${shell.runtime}. ` +
        'Publica primero el sitio completo con build:site, o quita del remoto lo que es más nuevo.',
    );
  }
  const lacking = (await modulesAskedFor(name, running, shell)).filter(
    (module) => !Object.hasOwn(needed.modules, module),
  );
  if (lacking.length > 0) {
    throw new PublishError(
      `A esta versión de ${name} le falta lo que el sitio abre: ${lacking.join(', ')}. ` +
        'Si pasó a otro remoto, publica el sitio completo con build:site.',
    );
  }
}

async function openRunning(site: SiteFolder): Promise<Running> {
  const folder = await site.running();
  const release = folder ? await readRelease(folder) : null;
  if (!folder || !release) {
    throw new PublishError(
      `${site.path} no es un sitio publicado. Ármalo primero: npm run build:site -- ${site.path}`,
    );
  }
  return { folder, release };
}

/** Takes the site, lets a change of one remote be decided, and puts the result in place in one step. */
async function changeRemote(
  { site: path, keepDays = KEEP_DAYS, now = new Date(), log = () => undefined }: PublishOptions,
  name: RemoteName,
  decide: (
    running: Running,
    shell: ShellDescriptor,
    now: Date,
  ) => Promise<{ remote: PublishedRemote; fresh?: string }>,
): Promise<Published> {
  const site = new SiteFolder(path);
  if (!existsSync(dirname(site.lockFile)) && !existsSync(site.path)) await openRunning(site);
  const waiting = () => log('Otra publicación está en curso; esperando que termine…');
  return withLock(
    site.lockFile,
    async () => {
      const running = await openRunning(site);
      const before = running.release.remotes[name];
      const { remote, fresh } = await decide(running, await readShell(shellFolder(running.folder)), now);
      const build = remote.current;
      if (remote === before) return { name, build };
      const changed = {
        ...running.release,
        publishedAt: now.toISOString(),
        remotes: { ...running.release.remotes, [name]: pruneBuilds(remote, now, keepDays) },
        retiredShells: pruneShells(running.release.retiredShells, now, keepDays),
      };
      const release = { ...changed, id: releaseId(changed) };
      await deploy(
        site,
        { release, running, fresh: new Map(fresh ? [[`${name}/${build}`, fresh]] : []) },
        (folder) => site.switchTo(folder),
      );
      return { name, build, replaced: before?.current };
    },
    waiting,
  );
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
 * Puts one remote's build into a site that runs: its files beside the others', and then, in one step, a registry and pages that name them. The shell stays
 * as it is deployed, whatever its sources have become.
 * @param folder of the build, with its description.
 * @throws PublishError if the deployed shell cannot run it.
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
  return changeRemote(options, name, async (running, shell, now) => {
    await assertFits(name, descriptor, running, shell);
    if (host?.files) await putOnHost(descriptor, folder, host.files);
    const present = existsSync(join(running.folder, remoteFolder(name, build)));
    return {
      remote: publishBuild(running.release.remotes[name], { build, base, now }),
      fresh: present ? undefined : folder,
    };
  });
}

/**
 * Lets the build of a remote run again that ran before the present one. Other remotes stay as they are, also those that were published since.
 * @throws PublishError if there is none, or if the deployed shell cannot run it any more.
 */
export async function rollBackRemote(name: RemoteName, options: PublishOptions): Promise<Published> {
  return changeRemote(options, name, async (running, shell, now) => {
    const before = running.release.remotes[name];
    const remote = before && rollBack(before, now);
    if (!remote) throw new PublishError(`${name} no tiene una versión anterior guardada en este sitio.`);
    const folder = join(running.folder, remoteFolder(name, remote.current));
    await assertFits(name, await readRemote(folder), running, shell);
    return { remote };
  });
}
