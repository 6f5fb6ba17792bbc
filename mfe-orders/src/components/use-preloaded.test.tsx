// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { usePreloaded } from './use-preloaded.ts';

test('SHELL-74 dialogs are loaded ahead once after the screen is shown, and not for a screen that was left', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const dialogs = [{ preload: vi.fn<() => void>() }, { preload: vi.fn<() => void>() }];
  const loaded = () => dialogs.map(({ preload }) => preload.mock.calls.length);
  const pass = () => act(() => void vi.runAllTimers());

  const screen = renderHook(({ isShown }) => usePreloaded(dialogs, isShown), {
    initialProps: { isShown: false },
  });
  pass();
  expect(loaded()).toEqual([0, 0]);
  screen.rerender({ isShown: true });
  expect(loaded()).toEqual([0, 0]);
  pass();
  screen.rerender({ isShown: true });
  pass();
  expect(loaded()).toEqual([1, 1]);

  renderHook(() => usePreloaded(dialogs)).unmount();
  pass();
  expect(loaded()).toEqual([1, 1]);
});
