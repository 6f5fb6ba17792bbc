import { expect, test } from 'vitest';
import { lintExamples } from '#src/testing/lint-examples.ts';

const FILES = {
  'shared/silent.test.ts': `import { test } from 'vitest'; test('x', () => { void 1; });`,
  'shared/speaking.test.ts': `import { expect, test } from 'vitest'; test('x', () => { expect(1).toBe(1); });`,
  'shared/helped.test.ts': `import { test } from 'vitest'; import { expectIt } from './a.ts'; test('x', () => { expectIt(); });`,
  'e2e/silent.spec.ts': `import { test } from './fixtures.ts'; test('x', async ({ page }) => { await page.goto('/'); });`,
  'e2e/speaking.spec.ts': `import { expect, test } from './fixtures.ts'; test('x', async ({ page }) => { await expect(page).toBeVisible(); });`,
  'e2e/helped.spec.ts': `import { test } from './fixtures.ts'; import { expectIt } from './a.ts'; test('x', () => expectIt());`,
};

test('TEST-28 lint refuses a test that expects nothing, of Vitest as of Playwright', () => {
  const found = lintExamples(['vitest/expect-expect', 'taller/expect-in-test'], FILES);
  expect([...found.keys()].toSorted()).toEqual(['e2e/silent.spec.ts', 'shared/silent.test.ts']);
});
