import { describe, expect, test } from 'vitest';
import { probabilityOf, rolloutVerdict, type Visits } from './rollout-verdict.ts';
import { simulateRollout, type Rates } from './testing/simulate-rollout.ts';

const runs = (rates: Rates, visits = 400) =>
  Array.from({ length: 20 }, (_, run) => simulateRollout(run + 1, visits, rates)?.visits ?? null);

describe('SHELL-83 a build that fails clearly more often than the running one is stopped', () => {
  test('SHELL-83 one visit of three fails: stopped within 400 visits in each of 20 runs', () => {
    const stops = runs({ fresh: 1 / 3, current: 0.01 });
    expect(stops).not.toContain(null);
  });

  test('SHELL-83 none fails, or as often as the running one: not stopped in any of 20 runs', () => {
    expect(runs({ fresh: 0, current: 0.01 })).toEqual(Array.from({ length: 20 }, () => null));
    expect(runs({ fresh: 0.02, current: 0.02 })).toEqual(Array.from({ length: 20 }, () => null));
    expect(runs({ fresh: 0.1, current: 0.1 }, 2000)).toEqual(Array.from({ length: 20 }, () => null));
  });

  test.each<[string, Visits, Visits, boolean]>([
    ['too few visits', { visits: 19, failed: 19 }, { visits: 1000, failed: 0 }, false],
    ['too few failures', { visits: 400, failed: 2 }, { visits: 100_000, failed: 0 }, false],
    ['less than twice as often', { visits: 10_000, failed: 1900 }, { visits: 10_000, failed: 1000 }, false],
    ['nothing to compare with, and all fail', { visits: 40, failed: 40 }, { visits: 0, failed: 0 }, true],
    ['nothing to compare with, and few fail', { visits: 40, failed: 3 }, { visits: 0, failed: 0 }, false],
    ['clearly', { visits: 40, failed: 13 }, { visits: 360, failed: 2 }, true],
    ['many visits', { visits: 50_000, failed: 1000 }, { visits: 500_000, failed: 2000 }, true],
  ])('SHELL-83 %s', (_case, fresh, current, stops) => {
    expect(rolloutVerdict(fresh, current) !== null).toBe(stops);
  });

  test('SHELL-83 the reason names the counts', () => {
    expect(rolloutVerdict({ visits: 40, failed: 13 }, { visits: 1360, failed: 2 })).toBe(
      'falló en 13 de 40 visitas, y la versión publicada en 2 de 1.360 visitas.',
    );
  });

  test('SHELL-83 the test is Fisher’s: its example of the tea, and a table counted by hand', () => {
    // Four cups of four right of eight: 1 of 70.
    expect(probabilityOf({ visits: 4, failed: 4 }, { visits: 4, failed: 0 })).toBeCloseTo(1 / 70, 9);
    expect(probabilityOf({ visits: 4, failed: 3 }, { visits: 4, failed: 1 })).toBeCloseTo(17 / 70, 9);
    expect(probabilityOf({ visits: 4, failed: 0 }, { visits: 4, failed: 0 })).toBeCloseTo(1, 9);
  });
});
