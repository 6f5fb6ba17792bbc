import { SCREENS } from '#src/contract/screens.ts';

/**
 * A remote by its name in the registry: one of the workspace, or an external remote of the site (declared-screen.ts).
 */
export type RemoteName = `mfe-${string}`;

/** The workspace's remotes: those with a screen in the list. The name is also that of the folder. */
export const REMOTE_NAMES: readonly RemoteName[] = [
  ...new Set(Object.values(SCREENS).flatMap((screen) => ('remote' in screen ? [screen.remote] : []))),
];
