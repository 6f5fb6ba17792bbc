import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { RenderInput } from './render-worker.ts';

/** Time limit that suffices on any machine. */
const PATIENCE_MS = 30_000;

/**
 * Prerenders the public pages of a release in a process that ends afterwards: the code of its builds blocks no request,
 * sees no secret of the environment, and ends nothing but its process when it exhausts its memory, which a thread would
 * not survive alone.
 * @param signal ends the process.
 * @returns the HTML by path.
 */
export async function renderInChildProcess(
  input: RenderInput,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const limits = { signal: AbortSignal.any([signal, patience]) };
  const child = fork(new URL('./render-process.ts', import.meta.url), {
    env: {},
    execArgv: [],
    // Its output is no part of the server's log.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    // Ctrl-C in a terminal reaches the server alone, which ends this. On Windows this would open a window.
    detached: process.platform !== 'win32',
  });
  // A message to a process that has just ended fails; its exit tells that.
  child.on('error', () => undefined);
  try {
    const ended = once(child, 'exit', limits).then(() => {
      throw new Error('El código de las páginas terminó sin entregarlas.');
    });
    child.send(input);
    const [answer] = (await Promise.race([once(child, 'message', limits), ended])) as [
      Map<string, string> | string,
    ];
    if (typeof answer === 'string') throw new Error(answer);
    return answer;
  } catch (error) {
    throw patience.aborted
      ? new Error(`El código de las páginas no terminó en ${PATIENCE_MS / 1000} s.`, { cause: error })
      : error;
  } finally {
    child.kill('SIGKILL');
  }
}
