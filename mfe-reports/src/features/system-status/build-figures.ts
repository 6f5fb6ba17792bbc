import type { BuildRow } from '@taller/shared/system-status/build-rows.ts';

/** Characters of a build's hash that are shown, as in the failed part itself. */
const BUILD_SHOWN = 7;

export const shortBuild = (build: string): string => build.slice(0, BUILD_SHOWN);

/** A build as people name it: `mfe-orders · 3f9c2ab`. */
export const buildLabel = ({ remote, build }: Pick<BuildRow, 'remote' | 'build'>): string =>
  `${remote} · ${shortBuild(build)}`;
