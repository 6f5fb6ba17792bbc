import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchInTime } from './fetch-in-time.ts';

/** A server that never responds. */
const silence = (_input: RequestInfo | URL, init?: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', silence);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('DATA-38 a request without an answer fails after 30 s as one without a network', async () => {
  const asked = fetchInTime('/rest/v1/x', { method: 'POST' });
  const outcome = asked.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await outcome).toBeInstanceOf(TypeError);
});

test('DATA-38 a caller’s own shorter time-out still applies', async () => {
  const stop = new AbortController();
  const asked = fetchInTime('/rest/v1/x', { signal: stop.signal });
  stop.abort(new Error('left'));
  await expect(asked).rejects.toThrow('left');
  expect(vi.getTimerCount()).toBe(0);
});
