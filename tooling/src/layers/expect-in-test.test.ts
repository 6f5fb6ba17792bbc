import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';

const FILES = {
  'shared/silent.test.ts': `import { test } from 'vitest'; test('x', () => { void 1; });`,
  'shared/speaking.test.ts': `import { expect, test } from 'vitest'; test('x', () => { expect(1).toBe(1); });`,
  'shared/helped.test.ts': `import { test } from 'vitest'; import { expectIt } from './a.ts'; test('x', () => { expectIt(); });`,
  'e2e/silent.spec.ts': `import { test } from './fixtures.ts'; test('x', async ({ page }) => { await page.goto('/'); });`,
  'e2e/speaking.spec.ts': `import { expect, test } from './fixtures.ts'; test('x', async ({ page }) => { await expect(page).toBeVisible(); });`,
  'e2e/helped.spec.ts': `import { test } from './fixtures.ts'; import { expectIt } from './a.ts'; test('x', () => expectIt());`,
};

test('TEST-28 lint refuses a test that expects nothing, of Vitest as of Playwright', () => {
  const { plugins, rules, overrides } = JSON.parse(readFileSync(inRoot('.oxlintrc.json'), 'utf8')) as {
    plugins: string[];
    rules: Record<string, unknown>;
    overrides: { files: string[]; rules: Record<string, unknown> }[];
  };
  const root = mkdtempSync(join(tmpdir(), 'taller-expect-'));
  const write = (file: string, content: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
  };
  write(
    '.oxlintrc.json',
    JSON.stringify({
      plugins,
      jsPlugins: [inRoot('tooling/src/layers/lint-plugin.ts')],
      categories: { correctness: 'off' },
      rules: { 'vitest/expect-expect': rules['vitest/expect-expect'] },
      overrides: overrides.filter((override) => 'taller/expect-in-test' in override.rules),
    }),
  );
  for (const [file, content] of Object.entries(FILES)) write(file, content);
  const { stdout } = spawnSync('oxlint', ['--format=json'], { cwd: root, encoding: 'utf8' });
  rmSync(root, { recursive: true });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string }[] };
  expect(diagnostics.map(({ filename }) => filename).sort()).toEqual([
    'e2e/silent.spec.ts',
    'shared/silent.test.ts',
  ]);
});
