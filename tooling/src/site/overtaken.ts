import { isDeepStrictEqual } from 'node:util';
import { PublishError } from '#src/site/publish-error.ts';
import { runningBuild, type PublishedRemote, type Release } from '#src/site/release.ts';
import { audienceOf } from '#src/site/rollout.ts';
import { shortDate } from '#src/site/short-date.ts';

const SHELL = 'shell';

/** The published builds of a remote, or of the shell; undefined if there is none. */
function partOf({ remotes, shells, shell }: Release, part: string): PublishedRemote | undefined {
  if (part === SHELL) return shells ?? { current: shell.build, builds: [shell] };
  return (remotes as Partial<Release['remotes']>)[part as keyof Release['remotes']];
}

/** What runs of a part, for whom. */
const shown = (published: PublishedRemote | undefined) => [published?.current, published?.rollout];

/** What runs of a part and since when, in words. */
function described(before: PublishedRemote | undefined, published: PublishedRemote): string {
  const { publishedAt } = runningBuild(published);
  const runs = `${published.current}, publicado el ${shortDate(publishedAt)}`;
  const { rollout } = published;
  if (!rollout) return before?.rollout ? `${runs}, sin publicación gradual` : runs;
  return `${runs}, y ${rollout.build} (${audienceOf(rollout)}, desde el ${shortDate(rollout.startedAt)})`;
}

/**
 * Refuses to replace what came while the command was at work or waited for another one: who gave it has not seen that.
 * @param part a remote, or `shell`.
 * @param found what the site had when the command began.
 * @throws PublishError with what came, and when.
 */
export function assertNotOvertaken(part: string, found: Release | null, running: Release): void {
  if (!found) return;
  const [before, published] = [partOf(found, part), partOf(running, part)];
  if (!published || isDeepStrictEqual(shown(before), shown(published))) return;
  throw new PublishError(
    `${part === SHELL ? 'El shell' : part} cambió desde que empezó este comando: ahora se ve ` +
      `${described(before, published)}. No se cambió nada. Para seguir de todos modos, ejecuta el comando otra vez.`,
  );
}
