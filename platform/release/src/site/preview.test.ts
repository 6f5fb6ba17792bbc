import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import type { Registry, RegistryPreview } from '@taller/shared/contract/registry.ts';
import { deploySite } from './deploy-site.ts';
import { withoutTokens } from './preview.ts';
import { closePreview, promotePreview, publishPreview } from './publish-preview.ts';
import { publishFacts, publishRemote } from './publish.ts';
import { siteStatus } from './status.ts';
import { fakeRemote, fakeSite } from './testing/fake-builds.ts';

let root: string;
let site: string;
const day = (number: number) => new Date(Date.UTC(2026, 10, 1 + number, 12));
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-preview-'));
  site = join(root, 'site');
  await deploySite(await fakeSite(root, 'v1'), { outDir: site, now: day(0) });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (file: string) => readFileSync(join(site, file), 'utf8');
const registry = () => JSON.parse(read('remotes.json')) as Registry;
const running = (name = 'mfe-orders') => registry().remotes.find((remote) => remote.name === name)?.build;
const previewOf = (token: string) => JSON.parse(read(`previews/${token}.json`)) as RegistryPreview;
const orders = async (build: string, more = {}) =>
  (await fakeRemote(root, { name: 'mfe-orders', build, ...more })).folder;
const publish = async (build: string, options = {}) =>
  publishPreview('mfe-orders', await orders(build), { site, now: day(1), ...options });

test('SHELL-80 a preview is beside what runs: its link is not to be guessed, pages and registry stay', async () => {
  const before = [read('index.html'), read('dashboard.html'), read('remotes.json')];
  const { token, link, expiresAt } = await publish('v2');
  expect(token).toMatch(/^[0-9A-Za-z]{22}$/);
  expect(link).toMatch(new RegExp(`#vista-previa=${token}$`));
  expect(expiresAt).toBe(day(8).toISOString());
  expect([read('index.html'), read('dashboard.html'), read('remotes.json')]).toEqual(before);
  expect(before.join('')).not.toContain(token);
  expect(previewOf(token)).toMatchObject({
    expiresAt,
    remote: { name: 'mfe-orders', build: 'v2', entry: '/remotes/mfe-orders/v2/remoteEntry-v2.js' },
  });
  expect(read('remotes/mfe-orders/v2/remoteEntry-v2.js')).toBe('v2');
  expect((await publish('v3')).token).not.toBe(token);
});

test('SHELL-80 the link leads to the site, not to the website that the shop names', async () => {
  const { facts } = JSON.parse(read('.release/release.json')) as { facts: ShopFacts };
  const named = { ...facts, shop: { ...facts.shop, website: 'https://tienda.example' } };
  await publishFacts(named, { site, now: day(0) });
  expect((await publish('v2')).link).toMatch(/^\/[^/]*#vista-previa=/);
  writeFileSync(join(root, 'instance.json'), JSON.stringify({ url: 'http://127.0.0.1:3001', pid: 1 }));
  const { link } = await publish('v2');
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3001\/[^/]*#vista-previa=/);
  expect(await siteStatus(site, day(1))).toContain(link);
});

test('SHELL-80 publishing the same preview again keeps its link and extends its validity', async () => {
  const first = await publish('v2');
  const again = await publish('v2', { now: day(3), days: 2 });
  expect(again).toEqual({ ...first, expiresAt: day(5).toISOString() });
  expect(readdirSync(join(site, 'previews'))).toEqual([`${first.token}.json`]);
});

test('SHELL-80 a preview survives publications of its own and other remotes until it expires', async () => {
  const { token } = await publish('v2', { days: 3 });
  await publishRemote('mfe-orders', await orders('v3'), { site, now: day(2) });
  expect([running(), previewOf(token).remote.build]).toEqual(['v3', 'v2']);
  await deploySite(await fakeSite(root, 'v4'), { outDir: site, now: day(3) });
  expect([running(), previewOf(token).remote.build]).toEqual(['v4', 'v2']);
  await publishRemote('mfe-orders', await orders('v5'), { site, now: day(4) });
  expect([existsSync(join(site, 'previews')), existsSync(join(site, 'remotes/mfe-orders/v2'))]).toEqual([
    false,
    false,
  ]);
});

test('SHELL-81 a preview is promoted by its link or build, without a new build, and its links close', async () => {
  const { token, link } = await publish('v2');
  const opened: string[] = [];
  const open = async ({ build }: { build: string }) => void opened.push(build);
  await expect(promotePreview('mfe-orders', link, { site, now: day(2), open })).rejects.toThrow(
    'El sitio es anterior a la comprobación que abre cada pantalla.',
  );
  expect(await promotePreview('mfe-orders', link, { site, now: day(2) })).toEqual({
    name: 'mfe-orders',
    build: 'v2',
    replaced: 'v1',
  });
  expect([running(), existsSync(join(site, `previews/${token}.json`))]).toEqual(['v2', false]);
  await publish('v3', { now: day(2) });
  expect(await promotePreview('mfe-orders', 'v3', { site, now: day(2) })).toMatchObject({ build: 'v3' });
  await expect(promotePreview('mfe-orders', 'v3', { site, now: day(2) })).rejects.toThrow(
    'mfe-orders no tiene esa vista previa en este sitio: se cerró, venció o es de otro remoto.',
  );
});

test('SHELL-81 a build that runs already is promoted once', async () => {
  await publish('v2');
  await publishRemote('mfe-orders', await orders('v2'), { site, now: day(2) });
  expect(await promotePreview('mfe-orders', 'v2', { site, now: day(2) })).toEqual({
    name: 'mfe-orders',
    build: 'v2',
  });
  expect(existsSync(join(site, 'previews'))).toBe(false);
});

test('SHELL-81 an expired preview, one of another remote and one that does not fit are refused', async () => {
  const { link } = await publish('v2', { days: 1 });
  await expect(promotePreview('mfe-orders', link, { site, now: day(3) })).rejects.toThrow(
    'Esa vista previa de mfe-orders venció. Publícala de nuevo con --preview, o publica el remoto.',
  );
  await expect(promotePreview('mfe-reports', link, { site, now: day(1) })).rejects.toThrow(
    'mfe-reports no tiene esa vista previa',
  );
  const newer = await orders('v9', { contract: 99 });
  await expect(publishPreview('mfe-orders', newer, { site, now: day(1) })).rejects.toThrow(
    'mfe-orders se construyó para el contrato 99',
  );
  await expect(publishPreview('mfe-reports', await orders('v8'), { site, now: day(1) })).rejects.toThrow(
    'es una versión de mfe-orders, no de mfe-reports.',
  );
  expect(running()).toBe('v1');
});

test('SHELL-81 a preview is closed by its link; others of the remote stay', async () => {
  const first = await publish('v2');
  const second = await publish('v3');
  expect(await closePreview('mfe-orders', first.link, { site, now: day(1) })).toMatchObject({ build: 'v2' });
  expect(readdirSync(join(site, 'previews'))).toEqual([`${second.token}.json`]);
  expect(existsSync(join(site, 'remotes/mfe-orders/v2'))).toBe(false);
  await expect(closePreview('mfe-orders', first.link, { site, now: day(1) })).rejects.toThrow(
    'mfe-orders no tiene esa vista previa',
  );
});

test('SHELL-81 site-status names the previews with link and end', async () => {
  const { link } = await publish('v2');
  expect(await siteStatus(site, day(1))).toContain(`mfe-orders  v2  hasta el 09-11-26, 09:00  ${link}`);
  expect(await siteStatus(site, day(9))).not.toContain(link);
});

test('SHELL-80 a remote on another host has its hashes in the preview too', async () => {
  const files = join(root, 'host');
  const host = { base: 'https://remotes.example/', files };
  const { token } = await publish('v2', { host });
  expect(previewOf(token).remote).toMatchObject({
    entry: 'https://remotes.example/mfe-orders/v2/remoteEntry-v2.js',
    integrity: { 'remoteEntry-v2.js': 'sha384-v2' },
  });
  expect(existsSync(join(files, 'mfe-orders/v2/.build'))).toBe(false);
});

test('SHELL-87 the error about a preview that could not be written does not contain its link', () => {
  const said =
    "ENOSPC: no space left on device, open '/srv/site/previews/abcDEF123.json' (#vista-previa=abcDEF123)";
  expect(withoutTokens(said)).toBe(
    "ENOSPC: no space left on device, open '/srv/site/previews/….json' (#vista-previa=…)",
  );
});
