import { afterEach, describe, expect, test } from 'vitest';
import { giveBackAll, RateLimit, takeAll } from '../src/api/rate-limit.ts';

const limits: RateLimit[] = [];
const limit = (...given: ConstructorParameters<typeof RateLimit>) => {
  const made = new RateLimit(...given);
  limits.push(made);
  return made;
};
afterEach(() => limits.splice(0).forEach((one) => one.stop()));

describe('limits', () => {
  test('SEC-05 a rate limit allows a burst and then one attempt per interval, for each key separately', () => {
    const three = limit(3, 1000);
    expect([1, 2, 3, 4].map(() => three.take('a', 0))).toEqual([0, 0, 0, 1000]);
    expect(three.take('b', 0)).toBe(0);
    expect(three.take('a', 400)).toBe(600);
    expect([three.take('a', 1000), three.take('a', 1000)]).toEqual([0, 1000]);
    expect([1, 2, 3, 4].map(() => three.take('a', 1_000_000))).toEqual([0, 0, 0, 1000]);
  });

  test('SEC-04 a successful attempt is refunded, never beyond the limit', () => {
    const two = limit(2, 1000);
    for (let tries = 0; tries < 50; tries += 1) {
      expect(two.take('a', 0)).toBe(0);
      two.giveBack('a', 0);
    }
    two.giveBack('a', 0);
    expect([1, 2, 3].map(() => two.take('a', 0))).toEqual([0, 0, 1000]);
  });

  test('SEC-04 if one of several limits refuses, none of them counts the attempt', () => {
    const [one, five] = [limit(1, 1000), limit(5, 1000)];
    const attempt = () =>
      takeAll([
        [five, 'x'],
        [one, 'x'],
      ]);
    expect(attempt()).toBe(0);
    for (let tries = 0; tries < 9; tries += 1) expect(attempt()).toBeGreaterThan(0);
    giveBackAll([[one, 'x']]);
    expect(attempt()).toBe(0);
  });

  test('SEC-05 keys of strangers, however many and long, give way to newer ones; a key in use stays', () => {
    const small = limit(2, 1e9, 1000);
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

  test('SEC-05 the clean-up only removes keys with a full bucket', () => {
    const two = limit(2, 1000);
    two.take('old', 0);
    two.take('new', 5000);
    two.clean(5000);
    expect(two.size).toBe(1);
    expect([two.take('new', 5000), two.take('new', 5000)]).toEqual([0, 1000]);
  });
});
