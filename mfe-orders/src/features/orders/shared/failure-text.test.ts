import { DataError } from '@taller/shared/data/data-error.ts';
import { expect, test } from 'vitest';
import { failureText, readFailureText } from './failure-text.ts';

test('OPS-42 a failure of the server is told with the code of its request; other failures have none', () => {
  const failed = new DataError('server', 'Error interno del servidor (código 3f9a1c2e77b0).');
  expect(failureText(failed)).toMatch(/ \(código 3f9a1c2e77b0\)$/);
  expect(readFailureText(failed)).toMatch(/ \(código 3f9a1c2e77b0\)$/);
  expect(failureText(new DataError('server', 'boom'))).not.toContain('código');
  expect(failureText(new DataError('offline', 'gone'))).not.toContain('código');
});
