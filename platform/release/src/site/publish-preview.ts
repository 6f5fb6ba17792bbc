import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DeclaredScreen } from '@taller/shared/contract/declared-screen.ts';
import { PREVIEW_MARK } from '@taller/shared/contract/registry.ts';
import { REMOTE_NAMES, type RemoteName } from '@taller/shared/contract/remote-names.ts';
import {
  readRemote,
  readShell,
  type RemoteDescriptor,
  type ShellDescriptor,
} from '#src/build/descriptors.ts';
import { assertFits, assertHas, type Running } from '#src/site/assert-fits.ts';
import { changeRelease, type PublishOptions } from '#src/site/change-release.ts';
import { publishBuild } from '#src/site/history.ts';
import { assertNotOvertaken } from '#src/site/overtaken.ts';
import { assertScreensAllowed, registryScreens } from '#src/site/external-remote-checks.ts';
import { firstPage, newToken, PREVIEW_DAYS, previewLink, previewPath } from '#src/site/preview.ts';
import { changeRemote, type Published } from '#src/site/publish.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { copyToHost, readPublishable, type OtherHost } from '#src/site/publishable.ts';
import { assertSigned } from '#src/site/signature.ts';
import {
  type Preview,
  type PublishedRemote,
  type Release,
  remoteFolder,
  shellFolder,
} from '#src/site/release.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A preview and where it is opened. */
export interface PublishedPreview extends Preview {
  /** Only a path if the site's address is unknown. */
  link: string;
}

/** The remote of a running release. @throws PublishError if the site does not have it yet. */
function remoteOf(
  { remotes, guests }: Pick<Release, 'remotes' | 'guests'>,
  name: RemoteName,
): PublishedRemote {
  const remote = remotes[name];
  if (!remote && (guests?.[name] || REMOTE_NAMES.includes(name)))
    throw new PublishError(`${name} todavía no está en este sitio: publícalo una vez para todos.`);
  if (!remote) throw new PublishError(`${name} no está en este sitio.`);
  return remote;
}

/**
 * Reads the screens that the running build of a remote brings, which a preview of the remote opens.
 * @throws PublishError if the previewed build lacks a module of these screens.
 */
async function screensBeside(
  { name, modules }: RemoteDescriptor,
  { folder, release }: Running,
  shell: ShellDescriptor,
): Promise<readonly DeclaredScreen[]> {
  const { current } = remoteOf(release, name);
  const running = await readRemote(join(folder, remoteFolder(name, current)));
  const screens = registryScreens(running, release, shell) ?? [];
  assertHas(
    name,
    Object.keys(modules),
    screens.map(({ module = 'routes' }) => module),
  );
  return screens;
}

/**
 * Publishes a build that is only visible by a link; other visitors keep the running build. Publishing the same build
 * again keeps the link and extends its validity.
 * @param folder folder of the build.
 * @throws PublishError if the deployed shell cannot run it, or if a module is over its budget.
 */
export async function publishPreview(
  name: RemoteName,
  folder: string,
  { days = PREVIEW_DAYS, host, ...options }: PublishOptions & { host?: OtherHost; days?: number },
): Promise<PublishedPreview> {
  const { descriptor, base } = await readPublishable(name, folder, { host, log: options.log });
  const { build } = descriptor;
  let made: PublishedPreview | undefined;
  await changeRelease(options, async (running, now) => {
    const shell = await readShell(shellFolder(running.folder));
    await assertSigned(name, folder, running.release.keys?.[name]);
    await assertFits(name, descriptor, running, shell);
    const beside = await screensBeside(descriptor, running, shell);
    for (const { path } of await assertScreensAllowed(descriptor, running, shell))
      if (!beside.some((screen) => screen.path === path))
        options.log?.(`  su pantalla nueva ${path} se abre cuando la versión se publica para todos`);
    if (host?.files) await copyToHost(descriptor, folder, host.files);
    const { previews = [] } = running.release;
    const isSame = (other: Preview) => other.remote === name && other.build === build && other.base === base;
    const present = previews.find((other) => isSame(other) && Date.parse(other.expiresAt) > now.getTime());
    const expiresAt = new Date(now.getTime() + days * DAY_MS).toISOString();
    // A preview has the screens of the running build.
    const page = firstPage(beside);
    const preview = {
      token: present?.token ?? newToken(),
      remote: name,
      build,
      base,
      expiresAt,
      ...(page !== undefined && { page }),
    };
    made = {
      ...preview,
      link: await previewLink(options.site, running.release, previewPath(shell, preview)),
    };
    const isThere = existsSync(join(running.folder, remoteFolder(name, build)));
    return {
      changed: { previews: [...previews.filter((other) => other !== present), preview] },
      fresh: new Map(isThere && !running.release.keys?.[name]?.length ? [] : [[`${name}/${build}`, folder]]),
    };
  });
  if (!made) throw new Error('The release was not changed');
  return made;
}

/** Finds a preview by its link, token or build. @throws PublishError if none can be opened. */
export function findPreview(name: RemoteName, { previews = [] }: Release, given: string, now: Date): Preview {
  const token = given.split(PREVIEW_MARK).at(-1);
  const found = previews.find(
    (preview) => preview.remote === name && (preview.token === token || preview.build === given),
  );
  if (!found)
    throw new PublishError(
      `${name} no tiene esa vista previa en este sitio: se cerró, venció o es de otro remoto.`,
    );
  if (Date.parse(found.expiresAt) <= now.getTime())
    throw new PublishError(
      `Esa vista previa de ${name} venció. Publícala de nuevo con --preview, o publica el remoto.`,
    );
  return found;
}

/**
 * Publishes a preview's build for all visitors, without building it again, and closes its links.
 * @param given the preview's link, token or build.
 * @throws PublishError if the preview no longer exists, if the deployed shell cannot run it, or if another build was
 * published meanwhile.
 */
export const promotePreview = (
  name: RemoteName,
  given: string,
  options: PublishOptions,
): Promise<Published> =>
  changeRemote(options, name, async (running, shell, now, found) => {
    const { release, folder } = running;
    const { build, base } = findPreview(name, release, given, now);
    if (release.remotes[name]?.current !== build) assertNotOvertaken(name, found, release);
    const files = join(folder, remoteFolder(name, build));
    const descriptor = await readRemote(files);
    await assertSigned(name, files, release.keys?.[name]);
    await assertFits(name, descriptor, running, shell);
    await assertScreensAllowed(descriptor, running, shell);
    return {
      remote: publishBuild(release.remotes[name], { build, base, now }),
      previews: release.previews?.filter((other) => other.remote !== name || other.build !== build),
    };
  });

/**
 * Closes a preview. Its link then opens the running site.
 * @param given the preview's link, token or build.
 * @throws PublishError if there is none.
 */
export async function closePreview(
  name: RemoteName,
  given: string,
  options: PublishOptions,
): Promise<Preview> {
  let closed: Preview | undefined;
  await changeRelease(options, async ({ release }, now) => {
    const found = findPreview(name, release, given, now);
    closed = found;
    return { changed: { previews: release.previews?.filter((other) => other !== found) } };
  });
  if (!closed) throw new Error('The release was not changed');
  return closed;
}
