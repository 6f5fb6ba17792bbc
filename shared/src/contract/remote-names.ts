import { SCREENS } from '#src/contract/screens.ts';

type Listed = (typeof SCREENS)[keyof typeof SCREENS];

/** A remote: workspace folder and registry name. */
export type RemoteName = Extract<Listed, { remote: string }>['remote'];

/** The remotes of the site: those with a screen. */
export const REMOTE_NAMES: readonly RemoteName[] = [
  ...new Set(Object.values(SCREENS).flatMap((screen) => ('remote' in screen ? [screen.remote] : []))),
];
