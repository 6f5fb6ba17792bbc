import { expect, test } from 'vitest';
import { backText } from './back-text.ts';

const STEP = { part: 'mfe-orders', from: 'v3', to: 'v2' };

test.each([
  [{ build: 'v2', opened: true }, 'Ahora todos ven la versión v2 de mfe-orders.'],
  [
    { build: 'v2', opened: false },
    'Ahora todos ven la versión v2 de mfe-orders. No se abrió antes para comprobarla: este servidor no tiene Chromium.',
  ],
  [
    { build: 'v1', opened: true },
    'Ahora todos ven la versión v1 de mfe-orders. La versión v2 no se mostraba, por eso volvió una anterior.',
  ],
  // Somebody else had gone further back: nothing was opened.
  [{ build: 'v1' }, 'Ahora todos ven la versión v1 de mfe-orders.'],
])('SHELL-88 %o is reported as it happened', (done, told) => {
  expect(backText(STEP, { done: true, ...done })).toBe(told);
});

test('SHELL-88 the shell is named in words', () => {
  expect(backText({ ...STEP, part: 'shell' }, { done: true, build: 'v2' })).toBe(
    'Ahora todos ven la versión v2 del shell.',
  );
});
