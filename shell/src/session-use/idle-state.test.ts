import { expect, test } from 'vitest';
import { idleState } from './idle-state.ts';

const MINUTE = 60_000;

test.each([
  [0, 720, 'used'],
  [717.9, 720, 'used'],
  [718, 720, 'warned'],
  [719.9, 720, 'warned'],
  [720, 720, 'over'],
  [3.9, 5, 'used'],
  [4, 5, 'warned'],
  [100_000, null, 'used'],
] as const)('SEC-39 after %s of %s minutes: %s', (minutes, limit, state) => {
  expect(idleState(minutes * MINUTE, 0, limit)).toBe(state);
});
