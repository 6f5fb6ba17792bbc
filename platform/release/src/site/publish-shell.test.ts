import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Registry } from '@taller/shared/contract/registry.ts';
import type { ShellDescriptor } from '#src/build/descriptors.ts';
import { deploySite } from './deploy-site.ts';
import { SmokeTestError } from './publish-error.ts';
import { publishRemote } from './publish.ts';
import { publishShell, rollBackShell } from './publish-shell.ts';
import { siteStatus } from './status.ts';
import { fakeRemote, fakeShell, fakeSite } from './testing/fake-builds.ts';

let root: string;
let site: string;
const day = (number: number) => new Date(Date.UTC(2026, 10, 1 + number, 12));
const supabase = { url: 'https://x.supabase.co', key: 'sb_publishable_x' };
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-shell-'));
  site = join(root, 'site');
  await deploySite(await fakeSite(root, 'v1'), { outDir: site, now: day(0), supabase });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (file: string) => readFileSync(join(site, file), 'utf8');
const remotes = () => (JSON.parse(read('remotes.json')) as Registry).remotes;
/** Every file of the site by its content, without what names the release. */
const allOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

async function publish(
  build: string,
  change: (shell: ShellDescriptor) => void = () => undefined,
  options = {},
) {
  const { folder } = await fakeShell(root, build);
  const file = join(folder, '.build/descriptor.json');
  const descriptor = JSON.parse(readFileSync(file, 'utf8')) as ShellDescriptor;
  change(descriptor);
  writeFileSync(file, JSON.stringify(descriptor));
  return publishShell(folder, { site, now: day(1), ...options });
}

test('SHELL-51 publishing the shell alone renders its pages with the running remotes, whose builds stay', async () => {
  const { folder } = await fakeRemote(root, { build: 'v9' });
  await publishRemote('mfe-public', folder, { site, now: day(0) });
  const before = { remotes: remotes(), headers: read('_headers'), config: read('config.json') };
  writeFileSync(join(site, 'otro.txt'), 'de otra persona');
  expect(await publish('v2')).toEqual({ build: 'v2', replaced: 'v1' });
  expect(read('index.html')).toContain('<script src="/assets/index-v2.js"></script>');
  expect(read('index.html')).toContain('<p>texto v9 por v2 en /</p>');
  expect(read('servicios.html')).toContain('<p>texto v9 por v2 en /servicios</p>');
  expect(remotes()).toEqual(before.remotes);
  expect([read('_headers'), read('config.json'), read('otro.txt')]).toEqual([
    before.headers,
    before.config,
    'de otra persona',
  ]);
  // Open tabs may still load parts of the one before.
  expect(read('assets/index-v1.js')).toBe('v1');
  expect(read('assets/index-v2.js')).toBe('v2');
  expect(await publish('v2')).toEqual({ build: 'v2' });
});

test('SHELL-70 a site says what its own shell provides, from each publication on', async () => {
  const told = () => JSON.parse(read('shell.json')) as ShellDescriptor;
  const before = told();
  expect(before).toMatchObject({ contract: 1, runtime: expect.stringMatching(/^1\.\d+$/) });
  await publish('v2', (shell) => {
    shell.opens = { 'mfe-public': ['routes'] };
  });
  expect(told()).toEqual({ ...before, opens: { 'mfe-public': ['routes'] } });
  await rollBackShell({ site, now: day(2) });
  expect(told()).toEqual(before);
  // One of older tools says it with its next publication, of any remote.
  rmSync(join(site, 'shell.json'));
  const { folder } = await fakeRemote(root, { build: 'v9' });
  await publishRemote('mfe-public', folder, { site, now: day(3) });
  expect(told()).toEqual(before);
});

test('SHELL-51 the shell is rolled back alone, to the same files, and remotes published since then stay', async () => {
  const pages = ['index.html', 'servicios.html', 'dashboard.html', '200.html'];
  const kept = Object.fromEntries(pages.map((page) => [page, read(page)]));
  await publish('v2');
  await publish('v3', undefined, { now: day(2) });
  const { folder } = await fakeRemote(root, { name: 'mfe-orders', build: 'v7' });
  await publishRemote('mfe-orders', folder, { site, now: day(3) });
  expect(await rollBackShell({ site, now: day(4) })).toEqual({ build: 'v2', replaced: 'v3' });
  expect(read('index.html')).toContain('<p>texto v1 por v2 en /</p>');
  expect(await rollBackShell({ site, now: day(5) })).toEqual({ build: 'v1', replaced: 'v2' });
  expect(remotes().find(({ name }) => name === 'mfe-orders')?.build).toBe('v7');
  const registry = /<script type="application\/json" id="[^"]*">\{"release".*?<\/script>/;
  for (const page of pages) expect(read(page).replace(registry, '')).toBe(kept[page]?.replace(registry, ''));
  await expect(rollBackShell({ site, now: day(6) })).rejects.toThrow(
    'El shell no tiene una versión anterior guardada en este sitio.',
  );
  // And forward again, and back once more.
  expect(await publish('v2', undefined, { now: day(7) })).toEqual({ build: 'v2', replaced: 'v1' });
  expect(await rollBackShell({ site, now: day(8) })).toEqual({ build: 'v1', replaced: 'v2' });
  expect(read('index.html')).toContain('<p>texto v1 por v1 en /</p>');
});

test('SHELL-51 after publishing the whole site the shell can be rolled back, and the remotes stay', async () => {
  await deploySite(await fakeSite(root, 'v2'), { outDir: site, now: day(1), supabase });
  expect(await rollBackShell({ site, now: day(2) })).toEqual({ build: 'v1', replaced: 'v2' });
  expect(read('index.html')).toContain('<p>texto v2 por v1 en /</p>');
  const lines = (await siteStatus(site)).split('\n');
  expect(lines.find((line) => line.startsWith('shell'))).toMatch(/^shell +v1 .* – +este sitio$/);
});

test('SHELL-51 a shell that running remotes do not fit is refused, and they are named', async () => {
  const before = allOf(site);
  await expect(
    publish('v2', (shell) => {
      shell.contract = 2;
    }),
  ).rejects.toThrow(
    /^El shell no se publicó: estos remotos no calzan con él\.\n {2}mfe-\w+: usa el contrato 1, y el shell el 2\n/,
  );
  await expect(
    publish('v3', (shell) => {
      shell.opens = { 'mfe-orders': ['routes', 'palette'], 'mfe-public': ['routes'] };
    }),
  ).rejects.toThrow(
    'El shell no se publicó: estos remotos no calzan con él.\n  mfe-orders: le falta lo que el shell abre: palette\n' +
      'Publícalos antes si su código ya calza, o publica el sitio completo con build:site.',
  );
  await expect(
    publish('v4', (shell) => {
      Object.assign(shell, { opens: { 'mfe-nuevo': ['routes'] } });
    }),
  ).rejects.toThrow('  mfe-nuevo: no está en el sitio');
  expect(allOf(site)).toEqual(before);
  expect(read('index.html')).toContain('por v1 en');
});

test('SHELL-51 a shell that does not show a remote is not put in place; a rollback goes past it', async () => {
  const opened: string[] = [];
  const open = async ({ folder, name }: { folder: string; name: string }) => {
    opened.push(name);
    if (readFileSync(join(folder, 'index.html'), 'utf8').includes('por v2'))
      throw new SmokeTestError(name, ['  / (routes): x']);
  };
  await expect(publish('v2', undefined, { open })).rejects.toThrow(
    'El shell no se publicó: con él, estas pantallas de mfe-',
  );
  expect(read('index.html')).toContain('por v1 en');
  await publish('v2');
  await publish('v3', undefined, { open });
  expect(new Set(opened).size).toBe(remotes().length);
  expect(await rollBackShell({ site, now: day(3), open })).toEqual({ build: 'v1', replaced: 'v3' });
});

test('SHELL-51 replaced shells are deleted after their retention period, never the one before the current', async () => {
  await publish('v2');
  await publish('v3', undefined, { now: day(2), keepDays: 0 });
  expect(existsSync(join(site, '.release/shells/v1'))).toBe(false);
  expect(existsSync(join(site, '.release/shells/v2'))).toBe(true);
  expect(existsSync(join(site, 'assets/index-v1.js'))).toBe(false);
});
