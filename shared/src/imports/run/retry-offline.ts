/** Retries a call without a response. Safe for an import: rows that were imported are recognised by their key. */
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

/** Runs `call`, up to five times while the connection fails. @throws the last failure */
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
