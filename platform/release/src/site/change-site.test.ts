import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Registry } from '@taller/shared/contract/registry.ts';
import { changeSite } from './change-site.ts';
import { deploySite } from './deploy-site.ts';
import { withLock } from './lock.ts';
import { SmokeTestError } from './publish-error.ts';
import { closePreview, publishPreview } from './publish-preview.ts';
import { publishShell } from './publish-shell.ts';
import { publishRemote } from './publish.ts';
import { readSiteBuilds, siteControl } from './site-control.ts';
import { SiteFolder } from './site-folder.ts';
import { fakeRemote, fakeShell, fakeSite } from './testing/fake-builds.ts';

let root: string;
let site: string;
// Commands run in separate processes, and the machine may be busy.

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-change-'));
  site = join(root, 'site');
  // The shell lists its parts, so that builds can be opened.
  const builds = await fakeSite(root, 'v1', undefined, { shows: {} });
  await deploySite(builds, { outDir: site });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const registry = () => JSON.parse(readFileSync(join(site, 'remotes.json'), 'utf8')) as Registry;
const running = (part = 'mfe-orders') => registry().remotes.find(({ name }) => name === part)?.build;
const folderOf = async (build: string) => (await fakeRemote(root, { name: 'mfe-orders', build })).folder;
const publish = async (build: string) => publishRemote('mfe-orders', await folderOf(build), { site });
const back = (from: string, to: string) => ({ action: 'back', part: 'mfe-orders', from, to }) as const;
const stepOf = async (part: string) =>
  (await readSiteBuilds(site))?.backs.find((step) => step.part === part) ?? null;

test('SHELL-88 the page shows for each part the build that a rollback leaves and the one that it restores', async () => {
  expect(await stepOf('mfe-orders')).toBeNull();
  await publish('v2');
  expect(await stepOf('mfe-orders')).toEqual({ part: 'mfe-orders', from: 'v2', to: 'v1' });
});

test('SHELL-85 the page knows from which commit and branch the running builds are', async () => {
  await publish('v2');
  const { sources } = (await readSiteBuilds(site)) ?? {};
  const source = 'main@3f9c2ab';
  expect(sources?.filter(({ part }) => /^(?:shell|mfe-orders)$/.test(part))).toEqual([
    { part: 'shell', build: expect.stringMatching(/./), source },
    { part: 'mfe-orders', build: 'v1', source },
    { part: 'mfe-orders', build: 'v2', source },
  ]);
});

test('SHELL-88 the button rolls back once: repeating the request, even from another tab, changes nothing more', async () => {
  await publish('v2');
  await publish('v3');
  expect(await changeSite(back('v3', 'v2'), { site })).toEqual({ done: true, build: 'v2', opened: false });
  expect(running()).toBe('v2');
  expect(await changeSite(back('v3', 'v2'), { site })).toEqual({ done: true, build: 'v2' });
  expect(running()).toBe('v2');
});

test('SHELL-88 a rollback changes nothing if another build runs than the page showed', async () => {
  await publish('v2');
  await publish('v3');
  expect(await changeSite(back('v2', 'v1'), { site })).toEqual({
    done: false,
    why: 'mfe-orders cambió mientras tanto: ahora se ve v3, y no se cambió nada. Revisa la lista y decide de nuevo.',
  });
  expect(running()).toBe('v3');
});

test('SHELL-88 a rollback changes nothing if it would restore another build than the page showed', async () => {
  await publish('v2');
  await publish('v3');
  await publish('v4');
  // From now on v4 is the build before v3.
  await publish('v3');
  expect(await changeSite(back('v3', 'v2'), { site })).toEqual({
    done: false,
    why: 'mfe-orders cambió mientras tanto: ahora volvería v4, y no se cambió nada. Revisa la lista y decide de nuevo.',
  });
  expect(running()).toBe('v3');
});

test('SHELL-88 the page does not offer a build whose files are gone', async () => {
  await publish('v2');
  await publishPreview('mfe-orders', await folderOf('v3'), { site });
  for (const gone of ['v1', 'v3']) rmSync(join(site, 'remotes/mfe-orders', gone), { recursive: true });
  expect(await stepOf('mfe-orders')).toBeNull();
  expect((await readSiteBuilds(site))?.previews).toEqual([]);
});

test('SHELL-88 a build that does not open is skipped, and the answer names the one that came', async () => {
  await publish('v2');
  await publish('v3');
  const open = async ({ name, build }: { name: string; build: string }) => {
    if (build.endsWith('/v2')) throw new SmokeTestError(name, ['  /dashboard (routes): no aparece']);
  };
  const done = { done: true, build: 'v1' };
  expect(await changeSite(back('v3', 'v2'), { site, open })).toEqual({ ...done, opened: true });
  expect(running()).toBe('v1');
  expect(await changeSite(back('v3', 'v2'), { site, open })).toEqual(done);
});

test('SHELL-88 the shell is rolled back too, and only from the build that the page showed', async () => {
  expect(await stepOf('shell')).toBeNull();
  await publishShell((await fakeShell(root, 's2')).folder, { site });
  const step = await stepOf('shell');
  expect(step).toMatchObject({ part: 'shell', from: 's2' });
  const change = { action: 'back', part: 'shell', from: 's2', to: step?.to ?? '' } as const;
  const done = { done: true, build: step?.to };
  expect(await changeSite(change, { site })).toMatchObject(done);
  expect(await changeSite(change, { site })).toEqual(done);
  expect((await readSiteBuilds(site))?.shell.build).toBe(step?.to);
});

test('SHELL-88 another publication in progress is not waited for', async () => {
  await publish('v2');
  const { lockFile } = new SiteFolder(site);
  const outcome = await withLock(lockFile, () => changeSite(back('v2', 'v1'), { site }));
  expect(outcome).toEqual({
    done: false,
    why: 'Otra publicación está en curso: espera a que termine y vuelve a intentarlo.',
  });
  expect(running()).toBe('v2');
});

test('SHELL-87 the previews are listed with their links, and closing one twice succeeds', async () => {
  const { token, expiresAt } = await publishPreview('mfe-orders', await folderOf('v2'), { site });
  const read = await siteControl(site).read();
  expect(read?.previews).toEqual([
    {
      remote: 'mfe-orders',
      build: 'v2',
      path: expect.stringMatching(`^/[^#]*#vista-previa=${token}$`),
      expiresAt,
    },
  ]);
  const close = { action: 'close-preview', part: 'mfe-orders', build: 'v2' } as const;
  expect(await changeSite(close, { site })).toEqual({ done: true });
  expect(existsSync(join(site, 'previews', `${token}.json`))).toBe(false);
  expect(await changeSite(close, { site })).toEqual({ done: true });
});

test('SHELL-87 a preview that cannot be closed now is reported as open', async () => {
  await publishPreview('mfe-orders', await folderOf('v2'), { site });
  const close = { action: 'close-preview', part: 'mfe-orders', build: 'v2' } as const;
  const { lockFile } = new SiteFolder(site);
  expect(await withLock(lockFile, () => changeSite(close, { site }))).toMatchObject({ done: false });
  await closePreview('mfe-orders', 'v2', { site });
});

test('SHELL-88 a folder that build:site did not make has nothing to change', async () => {
  expect(await siteControl(root).read()).toBeNull();
});

test('SHELL-88 an unwritable folder is reported, and the site is unchanged', async () => {
  await publish('v2');
  const { lockFile } = new SiteFolder(site);
  rmSync(lockFile);
  mkdirSync(lockFile);
  expect(await changeSite(back('v2', 'v1'), { site })).toEqual({
    done: false,
    why:
      `No se puede escribir en la carpeta de ${site}: revisa sus permisos, y que su disco no sea de solo lectura. ` +
      'El sitio sigue como estaba.',
  });
  expect(running()).toBe('v2');
});

test('SHELL-87 a damaged release is named without the tokens of its previews', async () => {
  const { token } = await publishPreview('mfe-orders', await folderOf('v2'), { site });
  const file = join(site, '.release/release.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(`"${token}"`, token));
  const outcome = await changeSite(back('v2', 'v1'), { site });
  expect(outcome).toMatchObject({ done: false, why: expect.stringContaining('release.json está dañado. ') });
  expect(JSON.stringify(outcome)).not.toContain(token.slice(0, 6));
});

test('SHELL-88 a rollback killed halfway leaves the site running, and repeating it completes it', async () => {
  const mark = join(root, 'killed');
  // The restored build kills the process that renders it, once.
  const code = `const fs = process.getBuiltinModule('node:fs');
    if (process.argv[1]?.endsWith('change-site.ts') && !fs.existsSync(${JSON.stringify(mark)})) {
      fs.writeFileSync(${JSON.stringify(mark)}, '');
      process.kill(process.pid, 'SIGKILL');
    }`;
  const deadly = await fakeRemote(root, { name: 'mfe-public', build: 'v2', code });
  await publishRemote('mfe-public', deadly.folder, { site });
  await publishRemote('mfe-public', (await fakeRemote(root, { name: 'mfe-public', build: 'v3' })).folder, {
    site,
  });
  const control = siteControl(site);
  const asked = { action: 'back', part: 'mfe-public', from: 'v3', to: 'v2' } as const;
  await expect(control.change(asked)).rejects.toThrow(
    'El proceso que arma el sitio terminó con la señal SIGKILL.',
  );
  expect(existsSync(mark)).toBe(true);
  expect(running('mfe-public')).toBe('v3');
  expect(await control.change(asked)).toMatchObject({ done: true, build: 'v2' });
  expect(running('mfe-public')).toBe('v2');
  expect(await control.change(asked)).toEqual({ done: true, build: 'v2' });
});
