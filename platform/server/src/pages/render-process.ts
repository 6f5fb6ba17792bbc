import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { answerInput } from '../programs/answer-input.ts';
import type { RenderInput } from './render-worker.ts';

/** Heap of the pages' code, in MB. */
const HEAP_MB = 256;

/** Renders in a thread, so that the main one still notices the end of the server when the code never ends. */
answerInput(async (input: RenderInput) => {
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
    workerData: input,
    // Nothing reads the output of the pages' code: it does not belong in the server's log.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const ended = once(worker, 'exit').then(() => {
    throw new Error('El código de las páginas terminó sin entregarlas.');
  });
  const [rendered] = (await Promise.race([once(worker, 'message'), ended])) as [Map<string, string>];
  return rendered;
});
