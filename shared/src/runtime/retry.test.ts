import { expect, test } from 'vitest';
import { retryWithBackOff, StopRetrying } from './retry.ts';

test('SHELL-07 the back-off starts at 200 ms, doubles, and stays at 30 s', async () => {
  const waits: number[] = [];
  let failures = 10;
  const result = await retryWithBackOff(
    async () => {
      failures -= 1;
      if (failures >= 0) throw new Error('no connection');
      return 'there';
    },
    async (ms) => {
      waits.push(ms);
    },
  );
  expect(result).toBe('there');
  expect(waits).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]);
});

test('SHELL-06 a definite refusal is not tried again', async () => {
  let tries = 0;
  const refused = retryWithBackOff(async () => {
    tries += 1;
    throw new StopRetrying('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect(tries).toBe(1);
});
