import type { PlaywrightTestConfig } from '@playwright/test';
import { expect, test, vi } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';

test('TEST-01 no browser test is tried twice, and a busy machine has a minute for what is expected', async () => {
  // The configuration sets it for the servers that browser tests start.
  vi.stubEnv('LITE_AUTH_BCRYPT_COST', undefined);
  const { default: config } = (await import(inRoot('playwright.config.ts'))) as {
    default: PlaywrightTestConfig;
  };
  expect(config).toMatchObject({ retries: 0, expect: { timeout: 60_000 } });
});
