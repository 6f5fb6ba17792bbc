import { DataError, dataErrorCode } from '#src/data-access/data-error.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryOffline } from './retry-offline.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Fails that many times without a response, then succeeds. */
function flaky(failures: number) {
  let calls = 0;
  return () => {
    calls += 1;
    return calls > failures ? Promise.resolve(calls) : Promise.reject(new DataError('offline', 'no answer'));
  };
}

test('ORD-16 a batch without an answer is sent again, waiting longer each time', async () => {
  const answer = retryOffline(flaky(4), dataErrorCode, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(500 + 1000 + 2000 + 3999);
  let done = false;
  void answer.then(() => (done = true));
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toBe(5);
});

test('ORD-16 after the fifth time it gives up', async () => {
  const answer = retryOffline(flaky(5), dataErrorCode, new AbortController().signal);
  await Promise.all([expect(answer).rejects.toMatchObject({ code: 'offline' }), vi.runAllTimersAsync()]);
});

test('ORD-16 refused batches are not sent again', async () => {
  let calls = 0;
  const refused = () => {
    calls += 1;
    return Promise.reject(new DataError('invalid', 'La fila 5 no se puede importar: no'));
  };
  await expect(retryOffline(refused, dataErrorCode, new AbortController().signal)).rejects.toMatchObject({
    code: 'invalid',
  });
  expect(calls).toBe(1);
});

test('ORD-16 leaving the screen ends the waiting', async () => {
  const stop = new AbortController();
  const answer = retryOffline(flaky(5), dataErrorCode, stop.signal);
  setTimeout(() => stop.abort(new Error('gone')), 100);
  await Promise.all([expect(answer).rejects.toThrow('gone'), vi.advanceTimersByTimeAsync(100)]);
});
