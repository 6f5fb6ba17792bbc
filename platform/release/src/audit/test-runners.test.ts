import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import type { PlaywrightTestConfig } from '@playwright/test';
import { expect, test, vi } from 'vitest';
import type { ViteUserConfig } from 'vitest/config';
import { inRoot } from '#src/workspace/root.ts';

test('TEST-01 no browser test is tried twice, and a busy machine has a minute for what is expected', async () => {
  // The configuration sets it for the servers that browser tests start.
  vi.stubEnv('LITE_AUTH_BCRYPT_COST', undefined);
  const { default: config } = (await import(inRoot('playwright.config.ts'))) as {
    default: PlaywrightTestConfig;
  };
  expect(config).toMatchObject({ retries: 0, expect: { timeout: 60_000 } });
});

test('TEST-49 a test file that loads modules anew, replaces them or acts as a browser runs in a process of its own', async () => {
  const { default: config } = (await import(inRoot('vitest.config.ts'))) as { default: ViteUserConfig };
  const isolated = (config.test?.projects ?? []).flatMap((project) =>
    typeof project === 'object' && 'test' in project && project.test?.isolate
      ? (project.test.include ?? [])
      : [],
  );
  const files = globSync('{shared,shell,mfe-*,supabase,platform}/**/*.test.{ts,tsx}', {
    cwd: inRoot('.'),
    exclude: (path) => path.includes('node_modules'),
  });
  const alone = files.filter((file) =>
    /vi\.(?:resetModules|mock)\(|support\/(?:browser\.ts|once\/)/.test(readFileSync(inRoot(file), 'utf8')),
  );
  expect(alone.length).toBeGreaterThan(15);
  expect(alone.filter((file) => !isolated.some((glob) => matchesGlob(file, glob)))).toEqual([]);
});

test('TEST-51 browser tests poll what the database keeps, as screens show a write before its answer', () => {
  const tests = globSync('e2e/**/*.spec.ts', { cwd: inRoot('.') });
  expect(tests.length).toBeGreaterThan(50);
  const atOnce = tests.filter((file) =>
    /expect\(\(?await \w+\(shop\b/.test(readFileSync(inRoot(file), 'utf8')),
  );
  expect(atOnce).toEqual([]);
});
