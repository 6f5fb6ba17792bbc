import { mayOpen } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import type { Screen } from '@taller/shared/contract/screen.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';

/** An exposed module of a remote. */
export interface RemoteTarget {
  kind: 'remote';
  remote: RemoteName;
  module: string;
}

/** A screen of the shell's own. */
export interface ShellTarget {
  kind: 'shell';
  screen: NonNullable<Screen['shell']>;
}

export type Target = RemoteTarget | ShellTarget;

/** Every screen, in the order of header and tabs. */
export const ROUTES: readonly Screen[] = Object.values(SCREENS);

/** What shows a screen. */
export function targetOf({ shell, remote, module = 'routes' }: Screen): Target {
  return shell ? { kind: 'shell', screen: shell } : { kind: 'remote', remote: remote as RemoteName, module };
}

/** Whether a screen is visible for a role; `role` is null when signed out. */
export const isOpenTo = ({ permission }: Screen, role: Role | null): boolean =>
  !permission || mayOpen(role, permission);
