import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What sealing the log needs to know. */
export interface Sealing {
  /** Where PostgreSQL puts its segments, on its own disk. */
  staging: string;
  /** The archive. */
  folder: string;
  passphrase: string;
}

/** Stopping waits so long for what is left; the next start seals the rest. */
const STOP_MS = 1_000;

/**
 * Seals what PostgreSQL stages of its log, in a thread of its own: sealing never stalls a request. What cannot be sealed
 * waits, and is said once.
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
  // Without listeners of its own a server that is stopping would wait for it.
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
