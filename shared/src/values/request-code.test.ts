import { expect, test } from 'vitest';
import { withRequestCode } from './request-code.ts';

const failed = new Error('Error interno del servidor (código 3f9a1c2e77b0).');

test('OPS-42 a text gets the code of the request that failed, once, and nothing else of it', () => {
  const text = withRequestCode('No se pudo guardar.', failed);
  expect(text).toBe('No se pudo guardar. (código 3f9a1c2e77b0)');
  expect(withRequestCode(text, failed)).toBe(text);
});

test.each([new Error('boom'), 'boom', null, undefined])('OPS-42 %s has no code', (error) => {
  expect(withRequestCode('No se pudo guardar.', error)).toBe('No se pudo guardar.');
});
