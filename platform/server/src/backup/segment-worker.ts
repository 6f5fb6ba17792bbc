import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../errors/start-error.ts';
import { sealStaged } from './seal-segments.ts';
import { isKept, sealingKey, type SegmentKey } from './segment-keys.ts';
import type { Sealing } from './keep-sealing.ts';

/** Polling interval for staged segments. */
const LOOK_MS = 1_000;

const { staging, folder, passphrase } = workerData as Sealing;
const stopping = new AbortController();
const stopped = parentPort ? once(parentPort, 'message').then(() => stopping.abort()) : undefined;
let key: SegmentKey | undefined;

/** Encrypts staged segments; failures are retried. */
async function seal(): Promise<void> {
  try {
    // Cleaning the archive up, or replacing its disk, deletes the key file too.
    if (!key || !isKept(key)) key = await sealingKey(folder, passphrase, key);
    await sealStaged(staging, folder, key);
    parentPort?.postMessage('', []);
  } catch (error) {
    parentPort?.postMessage(messageOf(error), []);
  }
}

while (!stopping.signal.aborted) {
  await seal();
  await Promise.race([delay(LOOK_MS), stopped]);
}
// Segments that PostgreSQL staged while it was stopping.
await seal();
process.exit();
