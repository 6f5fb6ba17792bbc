import { expect, test } from 'vitest';
import { describeLeftOut } from './left-out.ts';

test('TEST-46 the end of a run lists the files with exhaustive tests and their number', () => {
  expect(describeLeftOut(['e2e/b.spec.ts', 'e2e/a.spec.ts', 'e2e/b.spec.ts'])).toBe(
    '\nSolo en npm run test:all: 3 pruebas exhaustivas\n  e2e/a.spec.ts (1)\n  e2e/b.spec.ts (2)',
  );
  expect(describeLeftOut([])).toBe('');
});
