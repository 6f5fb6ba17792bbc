import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PRIVATE_FOLDER, SERVER_BUNDLE } from './descriptors.ts';
import { addRemoteServerBundle } from './server-bundle.ts';

test('PUB-06 a build that is made in development mode prerenders with the code of production', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'taller-bundle-'));
  mkdirSync(join(folder, PRIVATE_FOLDER));
  vi.stubEnv('NODE_ENV', 'development');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  await addRemoteServerBundle('mfe-public', folder);
  const code = readFileSync(join(folder, SERVER_BUNDLE.remote), 'utf8');
  expect(code).toContain('.jsx');
  expect(code).not.toMatch(/jsxDEV|jsx-dev-runtime/);
});
