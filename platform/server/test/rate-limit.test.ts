import { afterEach, describe, expect, test, vi } from 'vitest';
import { refundAll, RateLimit, takeAll } from '../src/http/rate-limit.ts';

afterEach(() => void vi.useRealTimers());

describe('limits', () => {
  test('SEC-05 a rate limit allows a burst and then one attempt per interval, for each key separately', () => {
    const three = new RateLimit(3, 1000);
    expect([1, 2, 3, 4].map(() => three.take('a', 0))).toEqual([0, 0, 0, 1000]);
    expect(three.take('b', 0)).toBe(0);
    expect(three.take('a', 400)).toBe(600);
    expect([three.take('a', 1000), three.take('a', 1000)]).toEqual([0, 1000]);
    expect([1, 2, 3, 4].map(() => three.take('a', 1_000_000))).toEqual([0, 0, 0, 1000]);
  });

  test('SEC-04 a successful attempt is refunded, never beyond the limit', () => {
    const two = new RateLimit(2, 1000);
    for (let tries = 0; tries < 50; tries += 1) {
      expect(two.take('a', 0)).toBe(0);
      two.giveBack('a');
    }
    two.giveBack('a');
    expect([1, 2, 3].map(() => two.take('a', 0))).toEqual([0, 0, 1000]);
  });

  test('SEC-04 if one of several limits refuses, none of them counts the attempt', () => {
    const [one, five] = [new RateLimit(1, 1000), new RateLimit(5, 1000)];
    const attempt = () =>
      takeAll([
        [five, 'x'],
        [one, 'x'],
      ]);
    expect(attempt()).toBe(0);
    for (let tries = 0; tries < 9; tries += 1) expect(attempt()).toBeGreaterThan(0);
    refundAll([[one, 'x']]);
    expect(attempt()).toBe(0);
  });

  test('SEC-05 SEC-15 keys of anonymous visitors, however many and long, give way to newer ones; a key in use stays', () => {
    const small = new RateLimit(2, 1e9, 1000);
    small.take('victim', 0);
    small.take('victim', 0);
    for (let round = 0; round < 40; round += 1) {
      small.take(`${round}${'x'.repeat(60_000)}`, 0);
      for (let index = 0; index < 500; index += 1) small.take(`${round}-${index}`, 0);
      expect(small.take('victim', 0)).toBeGreaterThan(0);
      expect(small.size).toBeLessThanOrEqual(1000);
    }
    expect(small.size).toBe(1000);
  });

  test('SEC-05 a clock that is set back locks nobody out, and one that is set forward lets nobody in', () => {
    const two = new RateLimit(2, 60_000);
    expect(two.take('a')).toBe(0);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    expect(two.take('a')).toBe(0);
    vi.setSystemTime(Date.now() + 7_200_000);
    expect(two.take('a')).toBeGreaterThan(0);
  });

  test('SEC-05 a key is forgotten once its bucket is full again, and not before', () => {
    const two = new RateLimit(2, 1000);
    expect([two.take('old', 0), two.take('old', 0), two.take('new', 1999)]).toEqual([0, 0, 0]);
    expect([two.size, two.take('old', 1999), two.take('old', 1999)]).toEqual([2, 0, 1]);
    two.take('newer', 4000);
    expect(two.size).toBe(1);
    expect([two.take('newer', 4000), two.take('newer', 4000)]).toEqual([0, 1000]);
  });
});
