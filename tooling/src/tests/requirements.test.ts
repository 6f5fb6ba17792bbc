import { expect, test } from 'vitest';
import { unprovedRequirements } from './requirements.ts';

test('TEST-45 a requirement that no passed test names is unproved', () => {
  const document = '# R\n\n- ORD-01 One.\n  As in ORD-09.\n- ORD-02 Two.\n- UI-10 (exhaustive) Three.\n';
  expect(unprovedRequirements(['desk ORD-01 a title', 'without a number'], 'main', document)).toEqual([
    'ORD-02',
  ]);
  expect(unprovedRequirements(['desk ORD-01 a title'], 'all', document)).toEqual(['ORD-02', 'UI-10']);
});
