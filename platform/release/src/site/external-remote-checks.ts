import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REGISTRY_FILE } from '@taller/server/pages/page-files.ts';
import type { DeclaredScreen } from '@taller/shared/contract/declared-screen.ts';
import { declaredParts, type OpenedPart, type OwnScreen } from '@taller/shared/contract/opened-modules.ts';
import type { Registry } from '@taller/shared/contract/registry.ts';
import { REMOTE_NAMES, type RemoteName } from '@taller/shared/contract/remote-names.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';
import type { RemoteDescriptor, ShellDescriptor } from '#src/build/descriptors.ts';
import { isBelow, overlaps, parseDeclaredScreens } from '#src/site/declared-screens.ts';
import { PublishError } from '#src/site/publish-error.ts';
import type { ExternalRemote, Release } from '#src/site/release.ts';

/** Patterns of the shell's own screens; those of these tools for a shell that does not list them. */
export const pathsOf = ({ paths }: Pick<ShellDescriptor, 'paths'>): readonly string[] =>
  paths ?? Object.values(SCREENS).map(({ path }) => path);

/** An external remote's first screen at one of the shell's own addresses, or null. */
export const shellsScreen = (
  screens: readonly DeclaredScreen[],
  shell: Pick<ShellDescriptor, 'paths'>,
): string | null =>
  screens.map(({ path }) => path).find((path) => pathsOf(shell).some((own) => overlaps(own, path))) ?? null;

/** A build's screens within the remote's current admission, which may have been narrowed since. */
const admittedScreens = (
  screens: readonly DeclaredScreen[],
  external: ExternalRemote | undefined,
): DeclaredScreen[] | undefined =>
  external &&
  screens.flatMap((screen) => {
    const roles = screen.roles.filter((role) => external.roles.includes(role));
    return isBelow(screen.path, external.prefix) && roles.length > 0 ? [{ ...screen, roles }] : [];
  });

/** The workspace's screens of a build that a shell does not list. A path that it lists for another remote counts. */
const unlisted = (
  { own = [] }: Pick<RemoteDescriptor, 'own'>,
  shell: Pick<ShellDescriptor, 'paths'>,
): OwnScreen[] => own.filter(({ path }) => !pathsOf(shell).includes(path));

/** Whether the registry can bring a screen: it says who may open it, and its address is nobody else's. */
const isBringable =
  ({ guests = {} }: Pick<Release, 'guests'>, shell: Pick<ShellDescriptor, 'paths'>) =>
  (screen: OwnScreen): screen is DeclaredScreen =>
    'roles' in screen &&
    shellsScreen([screen], shell) === null &&
    !Object.values(guests).some(({ prefix }) => isBelow(screen.path, prefix));

type Bringing = Pick<RemoteDescriptor, 'name' | 'screens' | 'own'>;

/**
 * The screens that a build brings to a shell that does not list them: those that an external remote was admitted for,
 * or those of the workspace that are newer than the shell. Undefined if there are none.
 */
export function registryScreens(
  { name, screens, own }: Bringing,
  release: Pick<Release, 'guests'>,
  shell: Pick<ShellDescriptor, 'paths'>,
): DeclaredScreen[] | undefined {
  if (screens) return admittedScreens(screens, release.guests?.[name]);
  const brought = unlisted({ own }, shell).filter(isBringable(release, shell));
  return brought.length > 0 ? brought : undefined;
}

/** The addresses that other remotes of the workspace bring to a running site, which its shell does not list. */
export async function screensOfOtherBuilds(
  name: RemoteName,
  { folder, release: { guests = {} } }: { folder: string; release: Pick<Release, 'guests'> },
): Promise<{ owner: RemoteName; path: string }[]> {
  const { remotes } = JSON.parse(await readFile(join(folder, REGISTRY_FILE), 'utf8')) as Registry;
  return remotes.flatMap(({ name: owner, screens = [] }) =>
    owner === name || guests[owner] ? [] : screens.map(({ path }) => ({ owner, path })),
  );
}

/**
 * Rejects a build of the workspace with a screen that neither the deployed shell lists nor its registry can bring, or
 * whose address another remote brings: visitors would be led elsewhere.
 * @returns the screens that come with the build.
 * @throws PublishError with what to do.
 */
export async function assertScreensAllowed(
  { name, own }: Bringing,
  running: { folder: string; release: Pick<Release, 'guests' | 'remotes'> },
  shell: Pick<ShellDescriptor, 'paths'>,
): Promise<readonly DeclaredScreen[]> {
  const { release } = running;
  const fresh = unlisted({ own }, shell);
  if (fresh.length > 0 && !REMOTE_NAMES.includes(name) && !release.remotes[name])
    throw new PublishError(`${name} no se publicó: no es un remoto de este código ni de este sitio.`);
  const hidden = fresh.find((screen) => !isBringable(release, shell)(screen));
  if (hidden)
    throw new PublishError(
      `${name} no se publicó: el sitio no conoce su pantalla ${hidden.path}, y quien la abre no llega a ella. ` +
        'Publica una vez el sitio completo con build:site; desde entonces este remoto se publica solo.',
    );
  if (fresh.length === 0) return [];
  const others = await screensOfOtherBuilds(name, running);
  for (const { path } of fresh) {
    const taken = others.find((other) => overlaps(other.path, path));
    if (taken)
      throw new PublishError(
        `${name} no se publicó: la dirección de su pantalla ${path} ya es de ${taken.owner}, que trae ${taken.path}. ` +
          `Publica antes ${taken.owner} sin ella, o una vez el sitio completo con build:site.`,
      );
  }
  return parseDeclaredScreens(name, fresh);
}

/**
 * Lists the parts of a remote that the shell shows, to be opened before the remote is published.
 * @param described the build that declares the screens; for a preview, the running build.
 */
export const shownParts = (
  build: Bringing,
  shell: Pick<ShellDescriptor, 'shows' | 'paths'>,
  release: Pick<Release, 'guests'>,
): readonly OpenedPart[] => [
  ...(build.screens ? [] : (shell.shows?.[build.name] ?? [])),
  ...declaredParts(registryScreens(build, release, shell) ?? []),
];

/**
 * Rejects a build with screens that its remote was not admitted for, and screens of a remote that was not admitted.
 * @throws PublishError with what to do.
 */
export function assertAdmitted(
  name: RemoteName,
  { screens: given }: Pick<RemoteDescriptor, 'screens'>,
  { guests }: Pick<Release, 'guests'>,
  shell: Pick<ShellDescriptor, 'paths'>,
): void {
  const external = guests?.[name];
  if (!external && !given) return;
  if (!external)
    throw new PublishError(
      `${name} trae sus propias pantallas y este sitio no lo ha admitido. Lo admite quien administra el sitio, una vez: ` +
        `--admit /dashboard/… --roles … --trust LLAVE.`,
    );
  const screens = parseDeclaredScreens(name, given);
  for (const { path, roles } of screens) {
    if (!isBelow(path, external.prefix))
      throw new PublishError(
        `${name} no se publicó: su pantalla ${path} no está bajo ${external.prefix}, la dirección con que se admitió.`,
      );
    const foreign = roles.filter((role) => !external.roles.includes(role));
    if (foreign.length > 0)
      throw new PublishError(
        `${name} no se publicó: su pantalla ${path} se abre a ${foreign.join(', ')} y se admitió solo para ${external.roles.join(', ')}.`,
      );
  }
  const taken = shellsScreen(screens, shell);
  if (taken !== null)
    throw new PublishError(`${name} no se publicó: la dirección ${taken} ya es de otra pantalla del sitio.`);
}
