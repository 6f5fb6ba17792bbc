import type { GuestScreen } from '@taller/shared/contract/guest-screen.ts';
import { guestParts, type OpenedPart } from '@taller/shared/contract/opened-modules.ts';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';
import type { RemoteDescriptor, ShellDescriptor } from '#src/build/descriptors.ts';
import { isBelow, overlaps, parseGuestScreens } from '#src/site/guest-screens.ts';
import { PublishError } from '#src/site/publish-error.ts';
import type { Guest, Release } from '#src/site/release.ts';

/** Patterns of the shell's own screens; those of these tools for a shell that does not list them. */
export const pathsOf = ({ paths }: Pick<ShellDescriptor, 'paths'>): readonly string[] =>
  paths ?? Object.values(SCREENS).map(({ path }) => path);

/** A guest's first screen at one of the shell's own addresses, or null. */
export const shellsScreen = (
  screens: readonly GuestScreen[],
  shell: Pick<ShellDescriptor, 'paths'>,
): string | null =>
  screens.map(({ path }) => path).find((path) => pathsOf(shell).some((own) => overlaps(own, path))) ?? null;

/** A build's screens within the remote's current admission, which may have been narrowed since. */
export const admittedScreens = (
  screens: readonly GuestScreen[],
  guest: Guest | undefined,
): GuestScreen[] | undefined =>
  guest &&
  screens.flatMap((screen) => {
    const roles = screen.roles.filter((role) => guest.roles.includes(role));
    return isBelow(screen.path, guest.prefix) && roles.length > 0 ? [{ ...screen, roles }] : [];
  });

/**
 * Lists the parts of a remote that the shell shows, to be opened before the remote is published.
 * @param described the build that declares the screens; for a preview, the running build.
 */
export const shownParts = (
  { name, screens }: Pick<RemoteDescriptor, 'name' | 'screens'>,
  { shows }: Pick<ShellDescriptor, 'shows'>,
  { guests }: Pick<Release, 'guests'>,
): readonly OpenedPart[] =>
  screens ? guestParts(admittedScreens(screens, guests?.[name]) ?? []) : (shows?.[name] ?? []);

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
  const guest = guests?.[name];
  if (!guest && !given) return;
  if (!guest)
    throw new PublishError(
      `${name} trae sus propias pantallas y este sitio no lo ha admitido. Lo admite quien administra el sitio, una vez: ` +
        `--admit /dashboard/… --roles … --trust LLAVE.`,
    );
  const screens = parseGuestScreens(name, given);
  for (const { path, roles } of screens) {
    if (!isBelow(path, guest.prefix))
      throw new PublishError(
        `${name} no se publicó: su pantalla ${path} no está bajo ${guest.prefix}, la dirección con que se admitió.`,
      );
    const foreign = roles.filter((role) => !guest.roles.includes(role));
    if (foreign.length > 0)
      throw new PublishError(
        `${name} no se publicó: su pantalla ${path} se abre a ${foreign.join(', ')} y se admitió solo para ${guest.roles.join(', ')}.`,
      );
  }
  const taken = shellsScreen(screens, shell);
  if (taken !== null)
    throw new PublishError(`${name} no se publicó: la dirección ${taken} ya es de otra pantalla del sitio.`);
}
