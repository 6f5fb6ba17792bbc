// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { printAndClose } from './print-once.ts';

function arrange({ touch, print }: { touch: boolean; print: () => void }): string[] {
  const calls: string[] = [];
  vi.stubGlobal('matchMedia', () => ({ matches: touch }));
  vi.spyOn(window, 'print').mockImplementation(() => {
    calls.push('print');
    print();
  });
  vi.spyOn(window, 'close').mockImplementation(() => void calls.push('close'));
  return calls;
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('ORD-13 at a desk the window closes when print() returns: its dialog is done', () => {
  const calls = arrange({ touch: false, print: () => dispatchEvent(new Event('beforeprint')) });
  printAndClose();
  expect(calls).toEqual(['print', 'close']);
});

test('ORD-13 on a phone print() returns before its dialog is done: closing waits for the end of printing', () => {
  const calls = arrange({ touch: true, print: () => dispatchEvent(new Event('beforeprint')) });
  printAndClose();
  expect(calls).toEqual(['print']);
  dispatchEvent(new Event('afterprint'));
  expect(calls).toEqual(['print', 'close']);
  dispatchEvent(new Event('afterprint'));
  expect(calls).toEqual(['print', 'close']);
});

test('ORD-13 where no dialog opens there is nothing to wait for', () => {
  const calls = arrange({ touch: true, print: () => undefined });
  printAndClose();
  expect(calls).toEqual(['print', 'close']);
});
