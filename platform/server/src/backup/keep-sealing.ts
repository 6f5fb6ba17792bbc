import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Dependencies for encrypting WAL segments. */
export interface Sealing {
  /** Folder where PostgreSQL stages its segments, on its own disk. */
  staging: string;
  /** The archive. */
  folder: string;
  passphrase: string;
}

/** How long stopping waits for staged segments; the next start encrypts the rest. */
const STOP_MS = 1_000;

/**
 * Encrypts the WAL segments that PostgreSQL stages, in a worker thread, so that requests are not blocked. Segments that
 * cannot be encrypted stay staged; the failure is logged once.
 */
export function keepSealing(sealing: Sealing, log: (line: string) => void): { stop(): Promise<void> } {
  const worker = new Worker(new URL('./segment-worker.ts', import.meta.url), { workerData: sealing });
  let said = '';
  const say = (problem: string) => {
    if (problem !== '' && problem !== said)
      log(`El registro no llega al archivo ${sealing.folder}: ${problem}. Espera en ${sealing.staging}.`);
    said = problem;
  };
  worker.on('message', say);
  worker.on('error', (error) => say(String(error)));
  const ended = once(worker, 'exit');
  // Unreferenced, so that it does not keep a stopping server alive.
  worker.unref();
  return {
    stop: async () => {
      const cut = setTimeout(() => void worker.terminate(), STOP_MS);
      worker.ref();
      worker.postMessage('stop', []);
      await ended.catch(() => undefined);
      clearTimeout(cut);
    },
  };
}
