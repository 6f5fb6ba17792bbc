import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
import { brandingTokens } from '@taller/shared/config/branding-colors.ts';
import type { BrandingSection, ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { deploySite } from './deploy-site.ts';
import { publishFacts, publishRemote } from './publish.ts';
import { fakeRemote, fakeSite } from './testing/fake-builds.ts';

let root: string;
let site: string;
const day = (number: number) => new Date(Date.UTC(2026, 10, 1 + number, 12));
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-branding-'));
  site = join(root, 'site');
  await deploySite(await fakeSite(root, 'v1'), { outDir: site, now: day(0) });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (file: string) => readFileSync(join(site, file), 'utf8');
const branded = (look: Partial<BrandingSection>): ShopFacts => ({
  ...NEUTRAL_FACTS,
  look: { ...NEUTRAL_FACTS.look, ...look },
});
const pages = () => readdirSync(site).filter((file) => file.endsWith('.html'));
const manifest = () =>
  JSON.parse(read('site.webmanifest')) as { theme_color: string; icons: { src: string }[] };
const linked = (rel: string) =>
  new RegExp(`<link rel="${rel}"[^>]* href="/([^"]+)"`).exec(read('index.html'))?.[1] ??
  new RegExp(`<link rel="${rel}" href="/([^"]+)"`).exec(read('index.html'))?.[1] ??
  '';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100"><rect width="300" height="100"/></svg>';
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const LOGO = { hash: hashOf(SVG), type: 'image/svg+xml', width: 1024, height: 341 } as const;
const IMAGES = new Map([[LOGO.hash, Buffer.from(SVG)]]);

test('CFG-51 a main colour is in the style sheet that each page loads anyway, in the icon, and in the manifest', async () => {
  const plain = read('index.html');
  expect(await publishFacts(branded({ color: '#b3261e' }), { site, now: day(1) })).toBe(true);
  const styles = linked('stylesheet');
  expect(styles).toMatch(/^assets\/index-v1-[0-9a-f]{10}\.css$/);
  expect(read(styles)).toBe(`${read('assets/index-v1.css')}:root{${declared('#b3261e')}}`);
  for (const file of pages()) {
    expect(read(file)).toContain(`href="/${styles}"`);
    expect(read(file)).not.toContain('href="/assets/index-v1.css"');
    expect(read(file)).not.toMatch(/<style|style="/);
  }
  const { mark = [''] } = brandingTokens('#b3261e');
  expect(manifest()).toMatchObject({ theme_color: mark[0], icons: [{ src: `/${linked('icon')}` }] });
  expect(read('index.html')).toContain(`<meta name="theme-color" content="${mark[0]}"`);
  await publishFacts(NEUTRAL_FACTS, { site, now: day(2) });
  const sameRelease = (html: string) => html.replaceAll(/"release":"[^"]+"/g, '');
  expect(sameRelease(read('index.html'))).toBe(sameRelease(plain));
});

const declared = (color: string) =>
  Object.entries(brandingTokens(color))
    .map(([name, [light, dark]]) => `--color-${name}:light-dark(${light},${dark})`)
    .join(';');

test('CFG-53 a logo is a file of the release, also in one that only brings another remote; without its image nothing changes', async () => {
  const facts = branded({ logo: LOGO });
  await expect(publishFacts(facts, { site, now: day(1) })).rejects.toThrow('Falta la imagen del logo');
  const forged = new Map([[LOGO.hash, Buffer.from('<svg/>')]]);
  await expect(publishFacts(facts, { site, now: day(1), images: forged })).rejects.toThrow('no es la que');
  await publishFacts(facts, { site, now: day(1), images: IMAGES });
  const file = `assets/logo-${LOGO.hash}.svg`;
  expect(read(file)).toBe(SVG);
  expect(read(linked('icon'))).toContain(Buffer.from(SVG).toString('base64'));
  expect(manifest().icons).toEqual([{ src: `/${linked('icon')}`, sizes: 'any', type: 'image/svg+xml' }]);
  const { folder } = await fakeRemote(root, { name: 'mfe-orders', build: 'v2' });
  await publishRemote('mfe-orders', folder, { site, now: day(2) });
  expect(read(file)).toBe(SVG);
  await deploySite(await fakeSite(root, 'v3'), { outDir: site, now: day(3) });
  expect(read(file)).toBe(SVG);
  expect(read('index.html')).toContain(LOGO.hash);
});

test('CFG-53 what a replaced branding needs stays for open tabs, and goes after a week', async () => {
  await publishFacts(branded({ color: '#b3261e', logo: LOGO }), { site, now: day(1), images: IMAGES });
  const files = [linked('stylesheet'), linked('icon'), `assets/logo-${LOGO.hash}.svg`];
  const present = () => files.map((file) => existsSync(join(site, file)));
  await publishFacts(branded({ color: '#0b5a70' }), { site, now: day(2) });
  expect(present()).toEqual([true, true, true]);
  // The same branding again, while its files are still kept.
  await publishFacts(branded({ color: '#b3261e', logo: LOGO }), { site, now: day(3) });
  expect(present()).toEqual([true, true, true]);
  await publishFacts(NEUTRAL_FACTS, { site, now: day(4) });
  expect(present()).toEqual([true, true, true]);
  await publishFacts(branded({ color: '#0b5a70' }), { site, now: day(12) });
  expect(present()).toEqual([false, false, false]);
});
