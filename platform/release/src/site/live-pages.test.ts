import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { LivePages } from '@taller/server/pages/live-pages.ts';
import { setAside } from '@taller/server/site/served-folder.ts';
import { SiteFiles } from '@taller/server/site/site-files.ts';
import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
import type { FactsWithImages, BrandingSection } from '@taller/shared/config/shop-facts.ts';
import { deploySite } from './deploy-site.ts';
import { publishFacts, publishRemote } from './publish.ts';
import { fakeRemote, fakeSite } from './testing/fake-builds.ts';

// Pages are rendered in a process of their own, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const IMAGE = Buffer.from('an image');
const LOGO = {
  hash: createHash('sha256').update(IMAGE).digest('hex'),
  type: 'image/png' as const,
  width: 400,
  height: 100,
};

let root: string;
let site: string;
let state: FactsWithImages;
let lines: string[];
let pages: LivePages;
let files: SiteFiles;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-live-'));
  site = join(root, 'site');
  await deploySite(await fakeSite(root, 'v1'), { outDir: site, linked: true });
  state = { facts: NEUTRAL_FACTS, images: new Map() };
  lines = [];
  pages = new LivePages({ folder: site, state: () => state, log: (line) => lines.push(line) });
  files = new SiteFiles(site, false, pages);
});
afterEach(async () => {
  await pages.stop();
  rmSync(root, { recursive: true, force: true });
});

const named = (name: string, look: Partial<BrandingSection> = {}): FactsWithImages => ({
  facts: {
    ...NEUTRAL_FACTS,
    shop: { ...NEUTRAL_FACTS.shop, name, phone: '56322550999' },
    look: { ...NEUTRAL_FACTS.look, ...look },
  },
  images: new Map([[LOGO.hash, IMAGE]]),
});
/** The facts change, and the server is told. */
const change = async (next: FactsWithImages) => {
  state = next;
  await pages.refresh();
};
const served = async (path: string) => (await (await files.find(path))?.body('identity'))?.toString() ?? null;
const json = async (path: string) => JSON.parse((await served(path)) ?? 'null') as unknown;
const release = async () => ((await json('remotes.json')) as { release: string }).release;
const folder = (path: string) => readFileSync(join(site, path), 'utf8');
const publish = async (build: string) =>
  publishRemote('mfe-public', (await fakeRemote(root, { name: 'mfe-public', build })).folder, { site });

test('CFG-03 pages, manifest and sitemap show changed facts, and the release on disk stays as it is', async () => {
  const before = await release();
  await change(named('Ancla'));
  expect(await served('index.html')).toContain('<p>texto v1 por v1 en /</p><b>Ancla</b>');
  expect(await served('servicios.html')).toContain('<title>Servicios · Ancla</title>');
  expect(await served('dashboard.html')).toContain('+56 32 255 0999');
  expect(await json('site.webmanifest')).toMatchObject({ short_name: 'Ancla' });
  expect(await served('robots.txt')).toContain('Disallow: /dashboard');
  expect(folder('index.html')).toContain('<b>Servicio Técnico</b>');
  // Open tabs take other facts like a publication: page and registry name the same release, which is another one.
  expect(await release()).not.toBe(before);
  expect(await served('index.html')).toContain(`{"release":"${await release()}"`);
  expect(lines).toEqual([]);
});

test('CFG-03 without other facts every file is the release’s own, also after they were changed back', async () => {
  const before = await release();
  expect(await pages.find('index.html')).toBeUndefined();
  await change(named('Ancla'));
  await change({ facts: structuredClone(NEUTRAL_FACTS), images: new Map() });
  expect(await pages.find('index.html')).toBeUndefined();
  expect(await release()).toBe(before);
});

test('CFG-03 the pages served are those of a static site with the same facts', async () => {
  const changed = named('Ancla', { color: '#b3261e', logo: LOGO });
  await change(changed);
  const names = [
    'index.html',
    'servicios.html',
    'dashboard.html',
    '404.html',
    'sitemap.xml',
    'site.webmanifest',
  ];
  const texts = await Promise.all(names.map(served));
  const own = await release();
  await publishFacts(changed.facts, { site, images: changed.images });
  const { release: published } = JSON.parse(folder('remotes.json')) as { release: string };
  expect(texts.map((text) => text?.replaceAll(own, published))).toEqual(names.map(folder));
});

test('CFG-51 CFG-53 style sheet, icon and logo are served with the pages, and the earlier ones stay for open tabs', async () => {
  const assets = async () =>
    [...((await served('index.html')) ?? '').matchAll(/"\/(assets\/(?:index|icon|logo)-[^"]+)"/g)].map(
      ([, path = '']) => path,
    );
  await change(named('Ancla', { color: '#b3261e', logo: LOGO }));
  const red = await assets();
  expect(await served(red.find((path) => path.endsWith('.css')) ?? '')).toContain('#b3261e');
  await change(named('Ancla', { color: '#1d4ed8' }));
  expect(await assets()).not.toEqual(red);
  for (const path of [...red, ...(await assets())]) expect(await served(path), path).not.toBeNull();
});

test('CFG-03 a published build is on the pages at the next request, with the current facts', async () => {
  await change(named('Ancla'));
  const before = await release();
  await publish('v2');
  expect(await served('index.html')).toContain('<p>texto v2 por v1 en /</p><b>Ancla</b>');
  expect(await release()).not.toBe(before);
});

test('CFG-03 many requests and changes at once render one after the other, and the newest facts stay', async () => {
  const names = ['Ancla', 'Boya', 'Timón'];
  await Promise.all(names.map((name) => change(named(name))));
  const texts = await Promise.all(Array.from({ length: 20 }, () => served('index.html')));
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toContain('<b>Timón</b>');
});

test('CFG-03 a visitor waits for the pages of a published build once, however often the facts change meanwhile', async () => {
  await change(named('Ancla'));
  await publish('v2');
  let changes = 0;
  const live = new LivePages({
    folder: site,
    state: () => named(`Boya ${(changes += 1)}`),
    log: (line) => lines.push(line),
  });
  onTestFinished(() => live.stop());
  const found = await new SiteFiles(site, false, live).find('index.html');
  expect((await found?.body('identity'))?.toString()).toMatch(/texto v2 por v1 en \/<\/p><b>Boya \d+</);
});

const BUNDLE = '.release/shell/.build/server.mjs';

test('CFG-03 PUB-12 public pages that were never rendered show the facts without their content, and Estado tells it', async () => {
  writeFileSync(join(site, BUNDLE), 'throw new Error("roto")');
  expect(pages.behindSince()).toBeNull();
  await change(named('Ancla'));
  const landing = await served('index.html');
  expect(landing).toContain('"name":"Ancla"');
  expect(landing).toContain('<div id="root"></div><noscript>');
  expect(landing).toContain('+56 32 255 0999');
  expect(lines).toEqual([expect.stringContaining('roto')]);
  expect(Date.parse(pages.behindSince() ?? '')).not.toBeNaN();
});

test('CFG-03 PUB-12 facts whose pages cannot be rendered leave the earlier pages, until rendering works again', async () => {
  const bundle = readFileSync(join(site, BUNDLE), 'utf8');
  await change(named('Ancla'));
  const before = { landing: await served('index.html'), release: await release() };
  writeFileSync(join(site, BUNDLE), 'throw new Error("roto")');
  for (const name of ['Boya', 'Timón']) {
    await change(named(name));
    expect({ landing: await served('index.html'), release: await release() }).toEqual(before);
    expect(lines.at(-1)).toContain('El sitio sigue con los datos anteriores de la tienda: roto');
  }
  expect(pages.behindSince()).not.toBeNull();
  writeFileSync(join(site, BUNDLE), bundle);
  await change(named('Faro'));
  expect(await served('index.html')).toContain('<b>Faro</b>');
  expect(pages.behindSince()).toBeNull();
});

test('CFG-03 a published build whose pages cannot be rendered replaces the one before, without their content', async () => {
  await change(named('Ancla'));
  await publish('v2');
  writeFileSync(join(site, BUNDLE), 'throw new Error("roto")');
  const landing = await served('index.html');
  expect(landing).toContain('/remotes/mfe-public/v2/');
  expect(landing).toContain('"name":"Ancla"');
  expect(landing).toContain('<div id="root"></div><noscript>');
});

test('CFG-03 a published build of newer tools is served with its own facts, not the build before it', async () => {
  await change(named('Ancla'));
  await publish('v2');
  const templates = JSON.parse(folder('.release/pages.json')) as object;
  writeFileSync(join(site, '.release/pages.json'), JSON.stringify({ ...templates, format: 2 }));
  expect(await served('index.html')).toBe(folder('index.html'));
  expect(await served('remotes.json')).toBe(folder('remotes.json'));
  expect(lines).toEqual([
    'El sitio sigue con los datos anteriores de la tienda: ' +
      'lo publicó una versión más nueva de estas herramientas; actualiza el servidor.',
  ]);
  expect(pages.behindSince()).not.toBeNull();
});

test('CFG-03 pages that failed are rendered again a minute later, also when the clock was set back meanwhile', async () => {
  const bundle = readFileSync(join(site, BUNDLE), 'utf8');
  writeFileSync(join(site, BUNDLE), 'throw new Error("roto")');
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  await change(named('Ancla'));
  writeFileSync(join(site, BUNDLE), bundle);
  expect(await served('index.html')).toContain('<div id="root"></div>');
  vi.advanceTimersByTime(60_000);
  vi.setSystemTime(Date.now() - 86_400_000);
  await served('index.html');
  await pages.refresh();
  expect(await served('index.html')).toContain('<b>Ancla</b>');
});

test('CFG-03 a release that is replaced and deleted while its pages are made is no failure', async () => {
  const [begun, go] = [join(root, 'begun'), join(root, 'go')];
  writeFileSync(
    join(site, BUNDLE),
    `import { existsSync, writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(begun)}, '');
     while (!existsSync(${JSON.stringify(go)})); throw new Error('roto');`,
  );
  const changing = change(named('Ancla'));
  await vi.waitFor(() => expect(existsSync(begun)).toBe(true), { timeout: 60_000, interval: 20 });
  await deploySite(await fakeSite(root, 'v2'), { outDir: site, linked: true });
  writeFileSync(go, '');
  await changing;
  expect(await served('index.html')).toContain('<p>texto v2 por v2 en /</p><b>Ancla</b>');
  expect([lines, pages.behindSince()]).toEqual([[], null]);
});

test('CFG-53 a new logo is there before the pages that show it, for mails and plain pages', async () => {
  state = named('Ancla', { logo: LOGO });
  expect(await served(`assets/logo-${LOGO.hash}.png`)).toBe('an image');
  expect(await served(`assets/logo-${'0'.repeat(64)}.png`)).toBeNull();
});

test('CFG-03 a folder with templates that cannot be read is served as it is', async () => {
  rmSync(join(site, '.release/pages.json'));
  symlinkSync('pages.json', join(site, '.release/pages.json'));
  await change(named('Ancla'));
  expect(await served('index.html')).toContain('<b>Servicio Técnico</b>');
});

test('CFG-03 the code of a release sees no secret of the server’s environment, and its exit ends nothing else', async () => {
  const bundle = join(site, BUNDLE);
  vi.stubEnv('SMTP_URL', 'smtp://secreto');
  writeFileSync(
    bundle,
    'export const singletons = {}; export const render = async () => "<i>" + process.env.SMTP_URL + "</i>";',
  );
  await change(named('Ancla'));
  expect(await served('index.html')).toContain('<i>undefined</i>');
  writeFileSync(bundle, 'process.exit(3)');
  await change(named('Boya'));
  expect(await served('index.html')).toContain('"name":"Ancla"');
  expect(lines).toEqual([expect.stringContaining('terminó sin entregarlas')]);
  vi.unstubAllEnvs();
});

test('CFG-03 the code of a release that exhausts its memory ends nothing else', async () => {
  writeFileSync(
    join(site, BUNDLE),
    'const all = new Map(); for (let index = 0; ; index += 1) all.set(index, {});',
  );
  await change(named('Ancla'));
  expect(await served('index.html')).toContain('"name":"Ancla"');
  expect(pages.behindSince()).not.toBeNull();
});

test('CFG-03 OPS-07 stopping ends a page’s code that never ends', async () => {
  const note = join(root, 'begun');
  writeFileSync(
    join(site, BUNDLE),
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(note)}, ''); for (;;);`,
  );
  state = named('Ancla');
  const waiting = served('index.html');
  await vi.waitFor(() => expect(existsSync(note)).toBe(true), { timeout: 60_000, interval: 20 });
  await pages.stop();
  expect(await waiting).toContain('<div id="root"></div>');
  expect(lines).toEqual([]);
});

test('CFG-03 a folder that build:site did not make is served as it is', async () => {
  const other = mkdtempSync(join(root, 'other-'));
  writeFileSync(join(other, 'index.html'), 'propio');
  state = named('Ancla');
  const live = new LivePages({ folder: other, state: () => state, log: (line) => lines.push(line) });
  const found = await new SiteFiles(other, false, live).find('index.html');
  expect(await found?.body('identity')).toEqual(Buffer.from('propio'));
});

test('CFG-03 a site of older tools is served as it is, and the log says what to do', async () => {
  rmSync(join(site, '.release/pages.json'));
  await change(named('Ancla'));
  expect(await served('index.html')).toContain('<b>Servicio Técnico</b>');
  expect(lines).toEqual([expect.stringContaining('ármalo de nuevo con build:site')]);
  expect(pages.behindSince()).not.toBeNull();
});

test('CFG-03 while a publication has set the plain folder of a site aside, its pages show the current facts', async () => {
  const plain = join(root, 'plain');
  await deploySite(await fakeSite(root, 'v1'), { outDir: plain });
  state = named('Ancla');
  const live = new LivePages({ folder: plain, state: () => state, log: (line) => lines.push(line) });
  mkdirSync(dirname(setAside(plain)), { recursive: true });
  renameSync(plain, setAside(plain));
  const found = await new SiteFiles(plain, false, live).find('index.html');
  expect((await found?.body('identity'))?.toString()).toContain('<b>Ancla</b>');
});
