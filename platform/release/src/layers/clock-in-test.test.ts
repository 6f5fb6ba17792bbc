import { expect, test } from 'vitest';
import { lintExamples } from '#src/testing/lint-examples.ts';

const FILES = {
  'speed.test.ts': 'const began = performance.now();',
  'age.test.ts': 'expect(stored).toBeGreaterThan(Date.now() - 60_000);',
  'elapsed.spec.ts': 'expect(Date.now() - began).toBeLessThan(1_000);',
  'short.test.ts': 'await vi.waitFor(check, 5_000);',
  'no-limit.test.ts': 'await vi.waitFor(check);',
  'short-option.test.ts': 'await vi.waitUntil(check, { timeout: 20_000, interval: 20 });',
  'short-poll.spec.ts': 'await expect.poll(read, { timeout: 1_000 }).toBe(1);',
  'short-expectation.spec.ts': "await expect(page).toHaveURL('/auth', { timeout: 5_000 });",
  'short-click.spec.ts': 'await button.click({ timeout: 5_000 });',
  'own-limit.test.ts': 'test("a", run, 90_000);',
  'own-option.test.ts': 'test("a", { timeout: 480_000 }, run);',
  'sleep.test.ts': "import { setTimeout as delay } from 'node:timers/promises'; await delay(300);",
  'sleep.spec.ts': 'await page.waitForTimeout(500);',
  'number.test.ts': 'expect(rows).toBe(20); expect(calls).toHaveBeenCalledWith(3);',
  'generous.test.ts': 'await vi.waitFor(check, { timeout: 60_000 }); await vi.waitFor(check, 120_000);',
  'before.test.ts': 'const before = Date.now(); expect(stored).toBeGreaterThanOrEqual(before);',
  'fake.test.ts': 'vi.useFakeTimers({ now: Date.now() + 1_000 });',
  'source.ts': 'const began = performance.now();',
};

test('TEST-44 lint refuses a test that depends on how fast the machine is', () => {
  expect([...lintExamples(['taller/no-clock'], FILES).keys()].toSorted()).toEqual([
    'age.test.ts',
    'elapsed.spec.ts',
    'no-limit.test.ts',
    'own-limit.test.ts',
    'own-option.test.ts',
    'short-click.spec.ts',
    'short-expectation.spec.ts',
    'short-option.test.ts',
    'short-poll.spec.ts',
    'short.test.ts',
    'sleep.spec.ts',
    'sleep.test.ts',
    'speed.test.ts',
  ]);
});
