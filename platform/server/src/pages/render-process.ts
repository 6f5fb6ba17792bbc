import { Worker } from 'node:worker_threads';
import type { RenderInput } from './render-worker.ts';

/** Heap of the pages' code, in MB. */
const HEAP_MB = 256;

// The code runs in a thread, so that this one still hears that the server is gone while the code never ends.
process.once('disconnect', () => process.exit());
process.once('message', (input: RenderInput) => {
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  let isAnswered = false;
  const answer = (value: Map<string, string> | string) => {
    isAnswered = true;
    process.send?.(value);
  };
  worker.once('message', answer);
  worker.once('error', (error) => answer(error instanceof Error ? error.message : String(error)));
  worker.once('exit', () => {
    if (!isAnswered) process.exit();
  });
});
