import type { BackStep, SiteChanged } from '@taller/shared/system-status/site-control.ts';
import { shortBuild } from '#src/features/system-status/build-figures.ts';
import { statusTexts } from '#src/features/system-status/texts.ts';

const texts = statusTexts.site;

/** The message after a part has gone back to an earlier build. */
export function backText(
  { part, to }: BackStep,
  { build = to, opened }: Extract<SiteChanged, { done: true }>,
): string {
  const now = texts.backDone(part, shortBuild(build));
  if (build !== to && opened) return `${now} ${texts.skipped(shortBuild(to))}`;
  return opened === false ? `${now} ${texts.notOpened}` : now;
}
