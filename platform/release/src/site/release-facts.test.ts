import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import type { Registry } from '@taller/shared/contract/registry.ts';
import { deploySite } from './deploy-site.ts';
import { publishRemote } from './publish.ts';
import type { Release } from './release.ts';
import { fakeRemote, fakeSite } from './testing/fake-builds.ts';

let root: string;
let site: string;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-facts-'));
  site = join(root, 'site');
  await deploySite(await fakeSite(root, 'v1'), { outDir: site, now: day(0) });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const day = (number: number) => new Date(Date.UTC(2026, 10, 1 + number, 12));
const read = (file: string) => readFileSync(join(site, file), 'utf8');
const registry = () => JSON.parse(read('remotes.json')) as Registry;
const running = () => registry().remotes.find(({ name }) => name === 'mfe-public')?.build;
const publish = async (build: string) =>
  publishRemote('mfe-public', (await fakeRemote(root, { name: 'mfe-public', build })).folder, { site });

describe('CFG-01 the facts of the shop are part of the release', () => {
  const named = (name: string, website = 'https://taller.example'): ShopFacts => ({
    ...NEUTRAL_FACTS,
    shop: { ...NEUTRAL_FACTS.shop, name, fullName: `${name} SpA`, website },
  });
  const pages = () => readdirSync(site).filter((file) => file.endsWith('.html'));
  const deployWith = async (facts: ShopFacts) =>
    deploySite(await fakeSite(root, 'v1'), { outDir: site, now: day(1), facts });

  test('every page carries them, and those that are read without a script say them', async () => {
    await deployWith(named('Ancla & Timón'));
    for (const file of pages()) {
      const [, json = ''] = /id="taller-facts">([^<]*)</.exec(read(file)) ?? [];
      expect(JSON.parse(json)).toEqual(named('Ancla & Timón'));
    }
    expect(read('index.html')).toContain('<b>Ancla & Timón</b>');
    expect(read('dashboard.html')).toContain('<title>Ancla &amp; Timón SpA</title>');
    expect(read('index.html')).toContain('<link rel="canonical" href="https://taller.example/">');
    expect(read('dashboard.html')).toContain('<a href="/">Ancla &amp; Timón</a>');
    expect(JSON.parse(read('site.webmanifest'))).toMatchObject({ short_name: 'Ancla & Timón' });
    expect(read('sitemap.xml')).toContain('https://taller.example/servicios');
  });

  test('other facts are another release of the same builds; the same ones in another order are not', async () => {
    await deployWith(named('Ancla'));
    const before = registry().release;
    const { shop, ...rest } = named('Ancla');
    await deployWith({ ...rest, shop: Object.fromEntries(Object.entries(shop).toReversed()) as typeof shop });
    expect(registry().release).toBe(before);
    await deployWith(named('Timón'));
    expect(registry().release).not.toBe(before);
    expect(running()).toBe('v1');
    expect(read('servicios.html')).toContain('Servicios · Timón');
    expect(read('servicios.html')).not.toContain('Ancla');
  });

  test('a publication and a site built again without facts keep them', async () => {
    await deployWith(named('Ancla'));
    await publish('v2');
    expect(read('index.html')).toContain('<p>texto v2 por v1 en /</p><b>Ancla</b>');
    await deploySite(await fakeSite(root, 'v3'), { outDir: site, now: day(2) });
    expect(read('index.html')).toContain('<b>Ancla</b>');
  });

  test('a site of the first format is replaced as a whole, its builds kept, and nothing is published into it', async () => {
    const file = join(site, '.release/release.json');
    const { facts: _, pages: made, ...release } = JSON.parse(readFileSync(file, 'utf8')) as Release;
    const old = { ...release, format: 1, pages: made.map(({ page }) => ({ file: page.file, html: '' })) };
    writeFileSync(file, JSON.stringify(old));
    await expect(publish('v2')).rejects.toThrow('publica primero el sitio completo con build:site');
    await deploySite(await fakeSite(root, 'v3'), { outDir: site, now: day(1), facts: named('Ancla') });
    expect(running()).toBe('v3');
    expect(readdirSync(join(site, 'remotes/mfe-public')).sort()).toEqual(['v1', 'v3']);
    expect(read('assets/index-v1.js')).toBe('v1');
    expect(read('index.html')).toContain('<b>Ancla</b>');
  });
});
