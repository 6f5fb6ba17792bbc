import { expect, test } from 'vitest';
import { reportTypeLabel } from './report-type-label.ts';

test('REP-04 other and others have labels of their own in the reports', () => {
  expect(['smartphone', 'others', 'other'].map(reportTypeLabel)).toEqual([
    'Celular',
    'Otros',
    'Otros (antes)',
  ]);
});
