import { fileURLToPath } from 'node:url';
import { startProgram } from '../programs/start-program.ts';
import type { RenderInput } from './render-worker.ts';

/** Time limit that suffices on any machine. */
const PATIENCE_MS = 30_000;
const PROGRAM = fileURLToPath(new URL('./render-process.ts', import.meta.url));

/**
 * Prerenders the public pages of a release in a process that ends afterwards: the code of its builds blocks no request,
 * sees no secret of the environment, and when it exhausts its memory only its process ends. A thread would end the
 * server with it.
 * @param signal ends the process.
 * @returns the HTML by path.
 */
export async function renderInChildProcess(
  input: RenderInput,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  try {
    const rendered = await startProgram(PROGRAM, [], {
      name: 'El código de las páginas',
      env: {},
      input,
      signal: AbortSignal.any([signal, patience]),
      stopBy: 'SIGKILL',
    });
    return rendered as Map<string, string>;
  } catch (error) {
    throw patience.aborted
      ? new Error(`El código de las páginas no terminó en ${PATIENCE_MS / 1000} s.`, { cause: error })
      : error;
  }
}
