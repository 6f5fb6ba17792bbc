import { SCREENS } from '#src/contract/screens.ts';

type Listed = (typeof SCREENS)[keyof typeof SCREENS];

/** A remote: folder of the workspace, and name in the registry. */
export type RemoteName = Extract<Listed, { remote: string }>['remote'];

/** The remotes of the site: those that show a screen. */
export const REMOTE_NAMES: readonly RemoteName[] = [
  ...new Set(Object.values(SCREENS).flatMap((screen) => ('remote' in screen ? [screen.remote] : []))),
];
