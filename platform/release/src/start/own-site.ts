import { messageOf, StartError } from '@taller/server/errors/start-error.ts';
import { startProgram } from '@taller/server/programs/start-program.ts';
import { inRoot } from '#src/workspace/root.ts';

/** The site of a server that builds its own. */
interface OwnSite {
  folder: string;
  isDemo: boolean;
  signal: AbortSignal;
}

/**
 * Builds what has changed of a server's own site, in a process that takes the bundler and the pages' code with it.
 * @returns the folder.
 * @throws StartError site-failed
 */
export async function buildOwnSite({ folder, isDemo, signal }: OwnSite): Promise<string> {
  const program = inRoot('platform/release/src/tasks/build-own-site.ts');
  const args = isDemo ? ['--demo', folder] : [folder];
  try {
    await startProgram(program, args, {
      name: 'El proceso que arma el sitio',
      signal,
      show: (text) => process.stdout.write(text),
    });
  } catch (error) {
    throw new StartError('site-failed', messageOf(error), error);
  }
  return folder;
}
