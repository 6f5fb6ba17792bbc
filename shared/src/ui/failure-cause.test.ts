// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { failureCause } from './failure-cause.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  [new TypeError('Failed to fetch dynamically imported module: https://x/a.js'), 'load'],
  [new TypeError('error loading dynamically imported module: https://x/a.js'), 'load'],
  [new TypeError('Importing a module script failed.'), 'load'],
  [new TypeError('Load failed'), 'load'],
  [new Error('mfe-orders (ab) did not arrive within 10000 ms'), 'load'],
  [new Error('Style sheet did not load: /a.css'), 'load'],
  [new Error('https://x/a.js is not what was published'), 'changed'],
  [new Error('https://x/a.js is not on the server'), 'gone'],
  [new SyntaxError('Unexpected token <'), 'load'],
  [new Error('x could not be opened', { cause: new TypeError('Failed to fetch') }), 'load'],
  [new Error('x could not be opened', { cause: new Error('la entrada se cayó') }), 'error'],
  [new TypeError("Cannot read properties of undefined (reading 'phone')"), 'error'],
  ['x', 'error'],
])('SHELL-44 the cause of %s is %s', (error, cause) => {
  expect(failureCause(error)).toBe(cause);
});

test('SHELL-44 without a network only that is reported', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(failureCause(new Error('x'))).toBe('offline');
});
