import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { RenderInput } from './render-worker.ts';

/** Time limit that suffices on any machine. */
const PATIENCE_MS = 30_000;

/**
 * Prerenders the public pages of a release in a thread that ends afterwards: the code of its builds blocks no request,
 * stays in no memory, and sees neither the environment's secrets nor more memory than pages need.
 * @param signal ends the thread.
 * @returns the HTML by path.
 */
export async function renderApart(input: RenderInput, signal: AbortSignal): Promise<Map<string, string>> {
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
    workerData: input,
    env: {},
    // Its output is no part of the server's log.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const limits = { signal: AbortSignal.any([signal, patience]) };
  try {
    const ended = once(worker, 'exit', limits).then(() => {
      throw new Error('El código de las páginas terminó sin entregarlas.');
    });
    const [rendered] = (await Promise.race([once(worker, 'message', limits), ended])) as [
      Map<string, string>,
    ];
    return rendered;
  } catch (error) {
    throw patience.aborted
      ? new Error(`El código de las páginas no terminó en ${PATIENCE_MS / 1000} s.`, { cause: error })
      : error;
  } finally {
    await worker.terminate();
  }
}
