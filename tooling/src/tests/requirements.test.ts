import { expect, test } from 'vitest';
import { unprovedRequirements } from './requirements.ts';

test('TEST-45 a requirement that no passed test names is unproved', () => {
  const document = '# R\n\n- ORD-01 One.\n  More, as in ORD-09.\n- ORD-02 Two.\n- UI-10 Three.\n';
  expect(unprovedRequirements(['desk ORD-01 UI-10 a title', 'without a number'], document)).toEqual([
    'ORD-02',
  ]);
});
