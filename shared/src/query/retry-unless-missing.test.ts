import { expect, test } from 'vitest';
import { DataError } from '#src/data-access/data-error.ts';
import { retryUnlessMissing } from './retry-unless-missing.ts';

test('DATA-06 a failed read is repeated twice, and a read of a missing row never', () => {
  const failed = new DataError('offline', 'Failed to fetch');
  expect([0, 1, 2].map((failures) => retryUnlessMissing(failures, failed))).toEqual([true, true, false]);
  expect(retryUnlessMissing(0, new DataError('not-found', 'no row'))).toBe(false);
  for (const message of ['TypeError: No answer in time', 'TypeError: The session could not be renewed'])
    expect(retryUnlessMissing(0, new DataError('offline', message))).toBe(false);
  // Another remote's copy of the class.
  expect(retryUnlessMissing(0, { name: 'DataError', code: 'not-found' })).toBe(false);
});
