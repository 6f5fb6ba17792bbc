import type { BuildRow } from '@taller/shared/system-status/build-rows.ts';
import { statusTexts } from '#src/features/system-status/texts.ts';

const texts = statusTexts.builds;
/** Characters of a build's hash that are shown, as in the failed part itself. */
const BUILD_SHOWN = 7;
const PERCENT = new Intl.NumberFormat('es-CL', { style: 'percent', maximumFractionDigits: 1 });
const SECONDS = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 2 });

export const shortBuild = (build: string): string => build.slice(0, BUILD_SHOWN);

/** A build as people name it: `mfe-orders · 3f9c2ab`. */
export const buildLabel = ({ remote, build }: Pick<BuildRow, 'remote' | 'build'>): string =>
  `${remote} · ${shortBuild(build)}`;

/** Share of the visits in which it failed, 0 to 1. */
export const failedShare = ({ visits, failed }: BuildRow): number => (visits === 0 ? 0 : failed / visits);

export const formatShare = (share: number): string => PERCENT.format(share);

/** @param half in milliseconds; Infinity above what is counted. */
export const formatHalf = (half: number): string =>
  Number.isFinite(half) ? texts.within(SECONDS.format(half / 1000)) : texts.longer;
