import { PublishError } from '#src/site/publish-error.ts';
import { runningBuild, type PublishedRemote, type Release } from '#src/site/release.ts';
import { shortDate } from '#src/site/short-date.ts';

const SHELL = 'shell';

/** The published builds of a remote, or of the shell; undefined if there is none. */
function partOf({ remotes, shells, shell }: Release, part: string): PublishedRemote | undefined {
  if (part === SHELL) return shells ?? { current: shell.build, builds: [shell] };
  return (remotes as Partial<Release['remotes']>)[part as keyof Release['remotes']];
}

/**
 * Refuses to replace a build that was published after the command began, since its author has not seen that build.
 * @param part a remote, or `shell`.
 * @param found the site's release when the command began.
 * @throws PublishError with the newer build and its time.
 */
export function assertNotOvertaken(part: string, found: Release | null, running: Release): void {
  if (!found) return;
  const [before, published] = [partOf(found, part), partOf(running, part)];
  if (!published || before?.current === published.current) return;
  throw new PublishError(
    `${part === SHELL ? 'El shell' : part} cambió desde que empezó este comando: ahora se ve ` +
      `${published.current}, publicado el ${shortDate(runningBuild(published).publishedAt)}. No se cambió nada. ` +
      'Para seguir de todos modos, ejecuta el comando otra vez.',
  );
}
