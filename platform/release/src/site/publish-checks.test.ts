import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RemoteDescriptor } from '#src/build/descriptors.ts';
import { readBudgets } from '#src/build/module-budgets.ts';
import { deploySite } from './deploy-site.ts';
import { publishRemote } from './publish.ts';
import { publishShell, rollBackShell } from './publish-shell.ts';
import { fakeRemote, fakeShell, fakeSite } from './testing/fake-builds.ts';

let root: string;
let site: string;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-checks-'));
  site = join(root, 'site');
  await deploySite(await fakeSite(root, 'v1'), { outDir: site });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const registry = () => readFileSync(join(site, 'remotes.json'), 'utf8');

async function publish(said: Pick<RemoteDescriptor, 'packages' | 'packed' | 'duplicates'>) {
  const { folder } = await fakeRemote(root, { name: 'mfe-public', build: 'v2', said });
  const lines: string[] = [];
  await publishRemote('mfe-public', folder, { site, log: (line) => lines.push(line) });
  return lines;
}

test('SHELL-64 a build with another React is refused, and the site is unchanged', async () => {
  const before = registry();
  await expect(publish({ packages: { react: '18.3.1', 'react-dom': '18.3.1' } })).rejects.toThrow(
    'mfe-public usa react 18.3.1 y el sitio entrega react 19.3.1: pon en su package.json la versión del sitio ("react": "catalog:").',
  );
  expect(registry()).toBe(before);
});

test('SHELL-65 a publication names what the build has in several versions', async () => {
  const duplicates = [
    { name: 'zod', version: '4.1.0', bytes: 52_400 },
    { name: 'zod', version: '3.0.0', bytes: 40_000 },
  ];
  expect(await publish({ duplicates })).toEqual([
    '  mfe-public lleva zod más de una vez: 4.1.0 (52 kB sin comprimir)',
    '  mfe-public lleva zod más de una vez: 3.0.0 (40 kB sin comprimir)',
  ]);
});

test('SHELL-67 a module over its budget is refused with what weighs most; within it is published', async () => {
  const before = registry();
  const limit = readBudgets().modules['mfe-public/routes'] ?? 0;
  await expect(publish({ packed: { 'remoteEntry-v2.js': 99_950 } })).rejects.toThrow(
    `mfe-public no se publicó: mfe-public/routes pesa 100,0 kB y su límite es ${limit} kB (budgets.json). ` +
      'Lo que más pesa: remoteEntry-v2.js (100,0 kB).',
  );
  expect(registry()).toBe(before);
  await publish({ packed: { 'remoteEntry-v2.js': limit * 1000 } });
  expect(registry()).toContain('"build":"v2"');
});

test('SHELL-67 a shell over its budget is refused; one that runs may be rolled back to all the same', async () => {
  const page = () => readFileSync(join(site, 'index.html'), 'utf8');
  const heavy = async (build: string, bytes: number) => {
    const { folder } = await fakeShell(root, build);
    writeFileSync(join(folder, `assets/index-${build}.js`), randomBytes(bytes));
    return folder;
  };
  const before = registry();
  const limit = readBudgets().shell;
  await expect(publishShell(await heavy('v2', limit * 1000 + 500), { site })).rejects.toThrow(
    `El shell no se publicó: pesa ${limit},5 kB y su límite es ${limit} kB (budgets.json). ` +
      `Lo que más pesa: assets/index-v2.js (${limit},5 kB), assets/index-v2.css (0,0 kB).`,
  );
  expect([registry(), page().includes('por v1 en')]).toEqual([before, true]);
  await publishShell(await heavy('v3', limit * 1000 - 1500), { site });
  writeFileSync(join(site, '.release/shells/v1/assets/index-v1.js'), randomBytes(150_000));
  expect(await rollBackShell({ site })).toEqual({ build: 'v1', replaced: 'v3' });
});
