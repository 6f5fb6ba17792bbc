// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

test('a test that removes a focused field under fake timers leaves frames to the next ones', async () => {
  vi.useFakeTimers();
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  field.remove();
  vi.useRealTimers();
  let drawn = false;
  requestAnimationFrame(() => {
    drawn = true;
  });
  await expect.poll(() => drawn, { timeout: 60_000 }).toBe(true);
});
