import type { BackStep } from '@taller/shared/system-status/site-control.ts';
import { rollbackTarget } from '#src/site/history.ts';
import { PublishError } from '#src/site/publish-error.ts';
import type { PublishedRemote } from '#src/site/release.ts';

/** The builds that a person saw before a rollback: the running one, and the one to restore. */
export type SeenBuilds = Pick<BackStep, 'from' | 'to'>;

/** The rollback that is possible for a part of a site; null if no earlier build is kept. */
export function backStep(part: string, published: PublishedRemote | undefined): BackStep | null {
  if (!published) return null;
  const { current } = published;
  const target = rollbackTarget(published);
  return target && { part, from: current, to: target.build };
}

/** Whether a part runs a build that came before another one. */
function runsBefore({ builds, current }: PublishedRemote, from: string): boolean {
  const seen = new Set<string>();
  let build: string | undefined = from;
  while (build !== undefined && !seen.has(build)) {
    seen.add(build);
    const at: string = build;
    build = builds.find((other) => other.build === at)?.previous;
    if (build === current) return true;
  }
  return false;
}

/**
 * Whether a rollback has already happened, by a repeated request or by another person.
 * @throws PublishError if the running build, or the one to restore, is not the one that was shown: nobody has decided
 * about it.
 */
export function isRolledBack(part: string, published: PublishedRemote, { from, to }: SeenBuilds): boolean {
  const { current } = published;
  const step = backStep(part, published);
  const leads = current === from;
  if (leads && (!step || step.to === to)) return false;
  if (!leads && (current === to || runsBefore(published, from))) return true;
  throw new PublishError(
    `${part} cambió mientras tanto: ahora ${leads ? `volvería ${step?.to}` : `se ve ${current}`}, y no se cambió nada. ` +
      'Revisa la lista y decide de nuevo.',
  );
}
