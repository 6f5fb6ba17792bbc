import { spawn } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Registry } from '@taller/shared/contract/registry.ts';
import { RUNTIME_VERSION } from '@taller/shared/contract/runtime-version.ts';
import { inRoot } from '#src/workspace/root.ts';
import { deploySite } from './deploy-site.ts';
import type { PublishOptions } from './change-release.ts';
import { publishRemote, rollBackRemote } from './publish.ts';
import { siteStatus } from './status.ts';
import { fakeRemote, fakeShell, fakeSite } from './testing/fake-builds.ts';

let root: string;
let site: string;
// Commands run in separate processes, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-publish-'));
  site = join(root, 'site');
  await deploySite(await fakeSite(root, 'v1'), { outDir: site, now: day(0) });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const day = (number: number) => new Date(Date.UTC(2026, 10, 1 + number, 12));
const read = (file: string) => readFileSync(join(site, file), 'utf8');
const registry = () => JSON.parse(read('remotes.json')) as Registry;
const running = (name = 'mfe-public') => registry().remotes.find((remote) => remote.name === name)?.build;
const kept = (name = 'mfe-public') => readdirSync(join(site, 'remotes', name)).sort();
const releases = () => readdirSync(join(root, '.site.releases')).filter((name) => !name.startsWith('lock'));

async function publish(
  build: string,
  options: Partial<PublishOptions> & { name?: 'mfe-public' | 'mfe-orders' } = {},
) {
  const { name = 'mfe-public', ...rest } = options;
  const { folder } = await fakeRemote(root, { name, build });
  return publishRemote(name, folder, { site, ...rest });
}

/** The command, in a separate process. */
function command(...args: string[]) {
  const child = spawn(
    process.execPath,
    [inRoot('platform/release/src/tasks/publish-remote.ts'), ...args, '--unopened'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  return new Promise<{ code: number | null; signal: string | null; output: string }>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal, output })),
  );
}

describe('SHELL-08 publishing one remote', () => {
  test('registry and every page name the new build, the old files stay, and the shell is the deployed one', async () => {
    expect(lstatSync(site).isDirectory()).toBe(true);
    expect(await publish('v2')).toEqual({ name: 'mfe-public', build: 'v2', replaced: 'v1' });
    expect(running()).toBe('v2');
    expect(running('mfe-orders')).toBe('v1');
    expect(read('index.html')).toContain('<p>texto v2 por v1 en /</p>');
    expect(read('servicios.html')).toContain('<p>texto v2 por v1 en /servicios</p>');
    const release = registry().release;
    const pages = readdirSync(site).filter((file) => file.endsWith('.html'));
    expect(pages.length).toBeGreaterThan(15);
    for (const page of pages) expect(read(page)).toContain(`"release":"${release}"`);
    expect(read('remotes/mfe-public/v1/remoteEntry-v1.js')).toBe('v1');
    expect(read('assets/index-v1.js')).toBe('v1');
  });

  test('the folder becomes a link once; from then on one rename switches everything', async () => {
    await publish('v2');
    expect(lstatSync(site).isSymbolicLink()).toBe(true);
    const before = registry().release;
    await publish('v3');
    expect(registry().release).not.toBe(before);
    // The current and the previous release, which running requests may still read.
    expect(releases()).toHaveLength(2);
  });

  test('foreign files in the folder stay', async () => {
    writeFileSync(join(site, 'config.json'), '{"supabaseUrl":"https://abc.supabase.co"}');
    await publish('v2');
    await deploySite(await fakeSite(root, 'v3'), { outDir: site });
    expect(read('config.json')).toBe('{"supabaseUrl":"https://abc.supabase.co"}');
  });

  test('the same build once more changes nothing', async () => {
    await publish('v2');
    const before = releases();
    expect(await publish('v2')).toEqual({ name: 'mfe-public', build: 'v2' });
    expect(releases()).toEqual(before);
  });

  test('a whole new site keeps the files that open tabs run, of the shell too', async () => {
    await publish('v2');
    await deploySite(await fakeSite(root, 'v3'), { outDir: site });
    expect(lstatSync(site).isSymbolicLink()).toBe(true);
    expect([running(), running('mfe-orders')]).toEqual(['v3', 'v3']);
    expect(read('index.html')).toContain('texto v3 por v3');
    expect(read('assets/index-v1.js')).toBe('v1');
    expect(kept()).toEqual(['v1', 'v2', 'v3']);
  });
});

describe('SHELL-08 rolling back', () => {
  test('only that remote, also after another one was published', async () => {
    await publish('v2');
    await publish('v2', { name: 'mfe-orders' });
    expect(await rollBackRemote('mfe-public', { site })).toEqual({
      name: 'mfe-public',
      build: 'v1',
      replaced: 'v2',
    });
    expect([running(), running('mfe-orders')]).toEqual(['v1', 'v2']);
    expect(read('index.html')).toContain('texto v1 por v1');
  });

  test('step by step to what ran before, never to what was rolled back', async () => {
    await publish('v2');
    await publish('v3');
    await rollBackRemote('mfe-public', { site });
    await publish('v4');
    await rollBackRemote('mfe-public', { site });
    expect(running()).toBe('v2');
    await rollBackRemote('mfe-public', { site });
    expect(running()).toBe('v1');
    await expect(rollBackRemote('mfe-public', { site })).rejects.toThrow(
      'mfe-public no tiene una versión anterior guardada en este sitio.',
    );
  });
});

describe('SHELL-08 pruning', () => {
  test('replaced builds go when their time is over; never the running one nor the one before it', async () => {
    await publish('v2', { now: day(1) });
    await publish('v3', { now: day(2) });
    await publish('v4', { now: day(7.5), keepDays: 7 });
    expect(kept()).toEqual(['v1', 'v2', 'v3', 'v4']);
    await publish('v5', { now: day(9.5), keepDays: 7 });
    expect(kept()).toEqual(['v3', 'v4', 'v5']);
    await publish('v6', { now: day(60), keepDays: 0 });
    expect(kept()).toEqual(['v5', 'v6']);
    expect(kept('mfe-orders')).toEqual(['v1']);
  });

  test('a replaced shell goes as well', async () => {
    await deploySite(await fakeSite(root, 'v2'), { outDir: site, now: day(1) });
    expect(existsSync(join(site, 'assets/index-v1.js'))).toBe(true);
    await publish('v3', { now: day(9), keepDays: 7 });
    expect(existsSync(join(site, 'assets/index-v1.js'))).toBe(false);
    expect(existsSync(join(site, 'assets/index-v2.js'))).toBe(true);
  });
});

describe('SHELL-08 what does not fit is refused, and the site runs on', () => {
  test.each([
    [{ contract: 2, runtime: '2.0' as const }, 'Publica primero el sitio completo con build:site'],
    [{ contract: 0, runtime: '0.4' as const }, 'Actualiza el código del remoto a la versión del sitio'],
    [{ runtime: '1.99' as const }, `el sitio tiene la ${RUNTIME_VERSION}. Publica primero el sitio completo`],
  ])('a build for %o', async (needs, message) => {
    const { folder } = await fakeRemote(root, { build: 'v2', ...needs });
    const { code, output } = await command('mfe-public', '--site', site, '--build', folder);
    expect(code).toBe(1);
    expect(output).toContain(message);
    expect(output).not.toContain('    at ');
    expect(running()).toBe('v1');
  });

  test.each([
    ['as its description says', { 'mfe-public': ['routes'] }],
    ['as the running build shows, where the description is from before', undefined],
  ])('SHELL-37 a build that lacks a module which the deployed shell opens, %s', async (_what, opens) => {
    await deploySite(await fakeSite(root, 'v5', opens), { outDir: site });
    const { folder } = await fakeRemote(root, { build: 'v6', modules: ['other'] });
    await expect(publishRemote('mfe-public', folder, { site })).rejects.toThrow(
      'le falta lo que el sitio abre: routes. Si pasó a otro remoto, publica el sitio completo con build:site.',
    );
    expect(running()).toBe('v5');
  });

  test('SHELL-37 going back to a build that lacks what a newer shell opens', async () => {
    await publish('v2');
    await deploySite(
      [
        await fakeShell(root, 'v3', { 'mfe-public': ['print', 'routes'] }),
        await fakeRemote(root, { build: 'v2', modules: ['routes', 'print'] }),
        ...(await fakeSite(root, 'v3')).filter(({ name }) => name !== 'shell' && name !== 'mfe-public'),
      ],
      { outDir: site },
    );
    await expect(rollBackRemote('mfe-public', { site })).rejects.toThrow(
      'le falta lo que el sitio abre: print.',
    );
    expect(running()).toBe('v2');
  });

  test('another remote’s build, a folder that is no site', async () => {
    const { folder } = await fakeRemote(root, { build: 'v2', name: 'mfe-orders' });
    await expect(publishRemote('mfe-public', folder, { site })).rejects.toThrow(
      'es una versión de mfe-orders',
    );
    await expect(publishRemote('mfe-orders', folder, { site: join(root, 'nada') })).rejects.toThrow(
      'no es un sitio publicado',
    );
    await expect(deploySite([await fakeShell(root, 'v9')], { outDir: root })).rejects.toThrow(
      'no es un sitio armado con build:site',
    );
  });
});

describe('SHELL-08 an interrupted or failed publication leaves the site whole', () => {
  test('a publication that fails half-way leaves everything as it was', async () => {
    const { folder } = await fakeRemote(root, { build: 'v2', code: 'throw new Error("a medias")' });
    await expect(publishRemote('mfe-public', folder, { site })).rejects.toThrow('a medias');
    expect(running()).toBe('v1');
    expect(releases()).toEqual([]);
  });

  test('a killed publication blocks nobody, and the next one cleans up after it', async () => {
    const { folder } = await fakeRemote(root, { build: 'v2', code: 'process.kill(process.pid, "SIGKILL")' });
    expect((await command('mfe-public', '--site', site, '--build', folder)).signal).toBe('SIGKILL');
    expect(running()).toBe('v1');
    expect(releases()).toHaveLength(1);
    const good = await fakeRemote(root, { build: 'v3' });
    const { code, output } = await command('mfe-public', '--site', site, '--build', good.folder);
    expect(output).toContain('✓ mfe-public v3 publicado (antes: v1)');
    expect([code, running(), kept(), releases().length]).toEqual([0, 'v3', ['v1', 'v3'], 1]);
  });
});

test('SHELL-08 a remote on another host: its files there, its address and hashes in the registry', async () => {
  const { folder } = await fakeRemote(root, { build: 'v2' });
  const files = join(root, 'other-host');
  await publishRemote('mfe-public', folder, { site, host: { base: 'https://r.taller.cl/x', files } });
  const remote = registry().remotes.find(({ name }) => name === 'mfe-public');
  expect(remote).toMatchObject({
    entry: 'https://r.taller.cl/x/mfe-public/v2/remoteEntry-v2.js',
    integrity: { 'remoteEntry-v2.js': 'sha384-v2' },
  });
  expect(readdirSync(join(files, 'mfe-public/v2'))).toEqual(['assets', 'remoteEntry-v2.js', 'screens']);
  expect(read('index.html')).toContain('texto v2');
  expect(read('gracias.html')).toContain(
    '<link rel="modulepreload" fetchpriority="low" crossorigin integrity="sha384-v2" href="https://r.taller.cl/x/mfe-public/v2/remoteEntry-v2.js">',
  );
  await rollBackRemote('mfe-public', { site });
  expect(registry().remotes.find(({ name }) => name === 'mfe-public')?.entry).toBe(
    '/remotes/mfe-public/v1/remoteEntry-v1.js',
  );
});

test('SHELL-08 the status names what runs where', async () => {
  await publish('v2', { now: new Date('2026-11-20T15:04:00Z') });
  const lines = (await siteStatus(site)).split('\n');
  expect(lines.find((line) => line.startsWith('mfe-public'))).toMatch(
    /^mfe-public +v2 +1 +1\.\d+ +20-11-26, 12:04 +01-11-26, 09:00 +main@3f9c2ab +1 kB +0 kB +v1 +este sitio$/,
  );
  expect(lines.find((line) => line.startsWith('shell'))).toContain('v1');
});
