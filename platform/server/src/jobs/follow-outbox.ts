import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../errors/start-error.ts';
import type { JobRecord } from './job-record.ts';
import { FINISH_MS } from './job-runner.ts';

/** The longest pause between two runs, in case a notification is missed, e.g. while the connection is lost. */
const LONGEST_WAIT_MS = 30_000;

/** A queue in the database, and the function that sends its rows. */
export interface OutboxOptions {
  /** The function, and the job in the record. */
  name: string;
  /** The channel that the database notifies when something is queued. */
  channel: string;
  /** Calls back at each notification of a channel, and whenever some may have been missed. */
  listen: (channel: string, onNotice: () => void) => Promise<unknown>;
  /** Sends what is due. @returns in how many milliseconds the next message is due; null if none waits. */
  send: () => Promise<number | null>;
  log: (line: string) => void;
  record: JobRecord;
  /** The longest pause between two runs, in ms. */
  longestWaitMs?: number;
}

/**
 * Runs the sender whenever a committed change queued a message, when a waiting message is due, and after a pause. Runs
 * follow one after the other; what is queued meanwhile is taken by the next one. Other servers may do the same.
 * @returns a function that stops it and waits briefly for the run: what it leaves is resumed as after a crash.
 */
export async function followOutbox({
  name,
  channel,
  listen,
  send,
  log,
  record,
  longestWaitMs = LONGEST_WAIT_MS,
}: OutboxOptions): Promise<() => Promise<void>> {
  let timer: NodeJS.Timeout | undefined;
  const stopping = new AbortController();
  let wanted = false;
  let working: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    while (wanted && !stopping.signal.aborted) {
      wanted = false;
      clearTimeout(timer);
      let next: number | null = null;
      try {
        next = await send();
        record.note(name, true);
      } catch (error) {
        record.note(name, false);
        log(`Tarea ${name}: ${messageOf(error)}`);
      }
      const wait = Math.min(next ?? longestWaitMs, longestWaitMs);
      if (!stopping.signal.aborted) timer = setTimeout(wake, wait);
    }
  };
  const wake = (): void => {
    if (stopping.signal.aborted) return;
    wanted = true;
    working ??= run().finally(() => {
      working = undefined;
      if (wanted) wake();
    });
  };
  record.expect(name);
  await listen(channel, wake);
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await Promise.race([working, delay(FINISH_MS, undefined, { ref: false })]);
  };
}
