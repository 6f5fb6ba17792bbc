import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import type { Screen } from '@taller/shared/contract/screen.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';
import { pageRegistry } from '#src/routing/page-registry.ts';

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

/** Every screen, in the order of header and tabs: those of external remotes come last. */
export const ROUTES: readonly Screen[] = [
  ...Object.values(SCREENS),
  ...(pageRegistry()?.remotes ?? []).flatMap(({ name, screens = [] }) =>
    screens.map((screen) => ({ ...screen, remote: name })),
  ),
];

/** The shell's screen or the remote's module that shows a screen. */
export function targetOf({ shell, remote, module = 'routes' }: Screen): Target {
  return shell ? { kind: 'shell', screen: shell } : { kind: 'remote', remote: remote as RemoteName, module };
}
