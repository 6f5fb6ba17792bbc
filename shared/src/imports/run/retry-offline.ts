/** Repeats a call that got no answer. Safe for an import: a row that did go in is known again by its key. */
import type { FailureCode } from './import-kind.ts';

const WAITS_MS = [500, 1000, 2000, 4000] as const;

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    });
  });
}

/** Runs `call`, up to five times while it fails for want of a connection. @throws the last failure */
export async function retryOffline<T>(
  call: () => Promise<T>,
  failureOf: (error: unknown) => FailureCode,
  signal: AbortSignal,
): Promise<T> {
  for (const wait of WAITS_MS) {
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      if (failureOf(error) !== 'offline') throw error;
      await pause(wait, signal);
    }
  }
  return call();
}
