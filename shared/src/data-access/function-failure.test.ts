import { expect, test } from 'vitest';
import { withRequestCode } from '#src/values/request-code.ts';
import { functionFailure } from './function-failure.ts';

const failed = (status: number) =>
  Object.assign(new Error('Edge Function returned a non-2xx status code'), {
    context: new Response(null, { status, headers: { 'x-request-id': '3f9a1c2e77b0' } }),
  });

test('OPS-42 a failed server function is reported with the code of its request; a refusal is not', () => {
  expect(withRequestCode('No se pudo.', functionFailure(failed(500)))).toBe(
    'No se pudo. (código 3f9a1c2e77b0)',
  );
  expect(withRequestCode('No se pudo.', functionFailure(failed(403)))).toBe('No se pudo.');
});

test.each([
  [failed(403), 'forbidden'],
  [failed(404), 'not-found'],
  [failed(503), 'offline'],
  [new TypeError('Failed to fetch'), 'offline'],
] as const)('DATA-06 %s of a server function is classified as %s', (error, code) => {
  expect(functionFailure(error).code).toBe(code);
});
