import { expect, test } from 'vitest';
import { dataErrorCode, replyOf, toDataError, unwrap } from './data-error.ts';

test.each([
  ['', 0, 'offline'],
  ['', 503, 'offline'],
  ['42501', 403, 'forbidden'],
  ['42501', 401, 'forbidden'],
  ['PGRST116', 406, 'not-found'],
  ['P0002', 404, 'not-found'],
  ['P0002', 500, 'not-found'],
  ['54001', 413, 'server'],
  ['54001', 500, 'server'],
  // The server has another version of the schema, so this is no missing row.
  ['PGRST202', 404, 'server'],
  ['PGRST205', 404, 'server'],
  ['42703', 400, 'server'],
  ['42P01', 404, 'server'],
  ['23505', 409, 'conflict'],
  ['23503', 409, 'conflict'],
  ['23514', 400, 'invalid'],
  ['22P02', 400, 'invalid'],
  ['XX000', 500, 'server'],
  ['', 500, 'offline'],
  ['PT409', 409, 'invalid'],
  ['', 200, 'offline'],
] as const)('DATA-06 SQLSTATE "%s" with HTTP status %i is classified as %s', (code, status, expected) => {
  expect(toDataError({ message: 'm', code }, status).code).toBe(expected);
});

test('DATA-06 unwrap gives the data of a good answer and throws the classified error of a bad one', () => {
  expect(unwrap({ data: [1], error: null, status: 200 })).toEqual([1]);
  let caught: unknown;
  try {
    unwrap({ data: null, error: { message: 'Acceso no autorizado.', code: '42501' }, status: 403 });
  } catch (error) {
    caught = error;
  }
  expect(dataErrorCode(caught)).toBe('forbidden');
  expect(caught).toHaveProperty('message', 'Acceso no autorizado.');
});

test('DATA-06 a copy of the class from another bundle is still read by its code; a failed fetch is offline', () => {
  expect(dataErrorCode({ name: 'DataError', code: 'conflict' })).toBe('conflict');
  expect(dataErrorCode(new TypeError('Failed to fetch'))).toBe('offline');
  expect(dataErrorCode('odd')).toBe('server');
});

test.each([
  [toDataError({ message: 'TypeError: Failed to fetch' }, 0), 'none'],
  [toDataError({ message: 'no' }, 500), 'failed'],
  [toDataError({ message: 'no' }, 503), 'failed'],
  [toDataError({ message: '<html>' }, 200), 'unreadable'],
  [toDataError({ name: 'AuthUnknownError', message: 'Unexpected token' }, 0), 'unreadable'],
  [new TypeError('Load failed'), 'none'],
  [new TypeError('Failed to fetch dynamically imported module: https://x/a.js'), 'failed'],
] as const)('DATA-06 the reply in place of a verdict: %s is %s', (error, reply) => {
  expect(dataErrorCode(error)).toBe('offline');
  expect(replyOf(error)).toBe(reply);
});

test('DATA-06 a fault of the code is not a missing answer', () => {
  expect(dataErrorCode(new TypeError("Cannot read properties of undefined (reading 'id')"))).toBe('server');
});
