// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signInAs } from '@taller/shared/testing/sign-in-as.ts';
import { followSessionUse } from './session-use.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('SEC-39 scrolling writes the time of use once a second, not with every event', () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  signInAs('receptionist');
  followSessionUse((task) => task());
  const write = vi.spyOn(Storage.prototype, 'setItem');
  for (let event = 0; event < 300; event += 1) {
    vi.advanceTimersByTime(10);
    dispatchEvent(new Event('wheel'));
  }
  expect(write.mock.calls.filter(([key]) => key === 'taller.used')).toHaveLength(3);
  expect(localStorage.getItem('taller.used')).toBe(String(Date.now()));
});
