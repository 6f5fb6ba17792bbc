/** An error that must not be retried. */
export class StopRetrying extends Error {}

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 30_000;

const waiting = new Set<() => void>();

/** Ends the pauses of all retries. */
export function retryNow(): void {
  for (const resume of waiting) resume();
}

/** Resolves after that many milliseconds, or earlier when the browser is back online or {@link retryNow} is called. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const done = () => {
      clearTimeout(timer);
      listening.abort();
      waiting.delete(done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done, { signal: listening.signal });
    waiting.add(done);
  });
}

/**
 * Retries a task until it succeeds or throws {@link StopRetrying}, with exponential backoff from 200 ms to 30 s
 * (SHELL-07).
 */
export async function retryWithBackOff<T>(
  task: () => Promise<T>,
  wait: (ms: number) => Promise<void> = pause,
): Promise<T> {
  for (let ms = FIRST_WAIT_MS; ; ms = Math.min(ms * 2, LONGEST_WAIT_MS)) {
    try {
      return await task();
    } catch (error) {
      if (error instanceof StopRetrying) throw error;
      await wait(ms);
    }
  }
}
