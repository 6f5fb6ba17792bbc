import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { FUNCTION_MODULES } from '../src/functions/function-modules.ts';
import { npmStart, type StartedShop } from '../src/testing/npm-start.ts';

const ROOT = join(import.meta.dirname, '../..');
const PATIENCE = { timeout: 200_000, interval: 500 };
const TEST_MS = 400_000;

test('OPS-55 every function of supabase/functions is one that the server and its bundle know', () => {
  const folders = readdirSync(join(ROOT, 'supabase/functions'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name);
  expect(Object.keys(FUNCTION_MODULES).sort()).toEqual(folders.sort());
  for (const name of folders)
    expect(existsSync(join(ROOT, 'supabase/functions', name, 'index.ts'))).toBe(true);
});

/** The script run by the server behind the supervisor. */
const scriptOf = (shop: StartedShop) =>
  readFileSync(`/proc/${shop.serverPid()}/cmdline`, 'utf8').split('\0')[1] ?? '';

const { startProgram } = (await import(join(ROOT, 'tooling/setup/start-bundle.mjs'))) as {
  startProgram: (options: { installation: string }) => { script: () => string };
};

/** The script that the next start runs. */
function nextScript(): string {
  const stamp = readFileSync(join(ROOT, 'node_modules/.taller-install'), 'utf8');
  const { fingerprint } = JSON.parse(stamp) as { fingerprint: string };
  return startProgram({ installation: fingerprint }).script();
}

/** Signs the shop's first admin in and makes a request that only admins may make. */
async function askAsAdmin(shop: StartedShop): Promise<number[]> {
  const { port, dataDir } = shop;
  await vi.waitFor(() => expect(shop.output()).toContain('Tienda lista'), PATIENCE);
  const installation = readFileSync(join(dataDir, 'installation.json'), 'utf8');
  const { publishableKey: apikey } = JSON.parse(installation) as { publishableKey: string };
  const ask = (path: string, body: object, authorization = '') =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: JSON.stringify(body),
    });
  const credentials = { email: 'jefa@taller.test', password: 'clave-segura-1' };
  const signedIn = await ask('/auth/v1/token?grant_type=password', credentials);
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const list = await ask('/rest/v1/rpc/search_orders', { p_search: '' }, `Bearer ${token}`);
  const status = await ask('/functions/v1/system-status', {}, `Bearer ${token}`);
  return [signedIn.status, list.status, status.status];
}

test(
  'OPS-55 after a start from the sources the next one runs the bundle, and serves the same',
  { tags: ['exhaustive'], timeout: TEST_MS },
  async () => {
    // A bundle that is already current counts as well as one left by this start.
    const before = await (async () => {
      await using first = await npmStart();
      const answers = await askAsAdmin(first);
      await vi.waitFor(() => expect(nextScript()).toContain('.cache/start/'), PATIENCE);
      return answers;
    })();
    expect(before).toEqual([200, 200, 200]);
    await using next = await npmStart();
    expect(scriptOf(next)).toContain('.cache/start/');
    expect(await askAsAdmin(next)).toEqual(before);
    expect(next.output()).not.toContain('terminó');
  },
);
