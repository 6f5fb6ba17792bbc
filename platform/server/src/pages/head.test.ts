import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
import { DEMO_FACTS } from '../../../../supabase/seed/demo-facts.ts';
import { localBusiness, searchFiles, searchHead } from './head.ts';
import { inlineJson } from './inline-json.ts';

const PUBLIC = join(import.meta.dirname, '../../../../shell/public');
const { shop } = DEMO_FACTS;
const page = { file: 'index.html', pathname: '/', described: 'home' as const };
const NO_LOOK = { themeColor: '#0a3644', icons: null };
const described = {
  ...DEMO_FACTS,
  shop: { ...shop, address: { ...shop.address, city: 'Viña "del" & Mar' } },
};

test('PUB-01 search engines get the shop as a LocalBusiness with its hours, Sunday closed', () => {
  const business = localBusiness(DEMO_FACTS, 'https://taller.cl');
  expect(business).toMatchObject({
    '@type': 'LocalBusiness',
    name: shop.fullName,
    address: { addressCountry: 'CL', addressLocality: shop.address.city },
  });
  const hours = (business as { openingHoursSpecification: object[] }).openingHoursSpecification;
  expect(hours).toHaveLength(6);
  expect(hours[0]).toMatchObject({ dayOfWeek: 'Monday', opens: '09:30', closes: '19:00' });
  expect(hours[5]).toMatchObject({ dayOfWeek: 'Saturday', opens: '10:00', closes: '17:00' });
});

test('CFG-41 search engines get special days, and the holidays on which the shop would open, from today on', () => {
  const hours = {
    ...DEMO_FACTS.hours,
    specialDays: [
      { from: '2026-11-01', to: '2026-11-02', hours: [], reason: 'Pasado' },
      {
        from: '2026-12-24',
        to: '2026-12-25',
        hours: [{ open: '10:00', close: '13:00' }],
        reason: 'Horario navideño',
      },
    ],
  };
  const special = (facts: typeof DEMO_FACTS) =>
    (
      localBusiness(facts, 'https://taller.cl', '2026-12-01') as {
        specialOpeningHoursSpecification?: Record<string, string>[];
      }
    ).specialOpeningHoursSpecification?.map(
      ({ validFrom, validThrough, opens, closes }) => `${validFrom} ${validThrough} ${opens} ${closes}`,
    );
  const told = special({ ...DEMO_FACTS, hours }) ?? [];
  expect(told.slice(0, 3)).toEqual([
    '2026-12-08 2026-12-08 00:00 00:00',
    '2026-12-24 2026-12-25 10:00 13:00',
    '2027-01-01 2027-01-01 00:00 00:00',
  ]);
  expect(told.at(-1)).toBe('2027-12-25 2027-12-25 00:00 00:00');
  // Sunday 15 August 2027, when the shop is closed anyway.
  expect(told.join()).not.toContain('2027-08-15');
  expect(special({ ...DEMO_FACTS, hours: { ...hours, closedOnHolidays: false, specialDays: [] } })).toBe(
    undefined,
  );
  expect(special({ ...NEUTRAL_FACTS })).toBe(undefined);
});

test('PUB-01 a public page has a description, a canonical address and a preview image', () => {
  const head = searchHead(page, 'Inicio', described, 'https://taller.cl').join('\n');
  expect(head).toContain('content="Barlovento en Viña &quot;del&quot; &amp; Mar: reparamos celulares');
  expect(head).toContain('<link rel="canonical" href="https://taller.cl/">');
  expect(head).toContain('<meta property="og:image" content="https://taller.cl/preview.png">');
  expect(head).not.toContain('noindex');
});

test('PUB-28 the preview of a link names the shop, also of an order and a quote, which stay out of the index', () => {
  const pages = [
    [page, 'Inicio · Barlovento'],
    [
      { file: 'services.html', pathname: '/servicios', described: 'services' as const },
      'Servicios · Barlovento',
    ],
    [{ file: 'orders.html', plain: true }, 'Barlovento Servicio Técnico'],
  ] as const;
  for (const [of, title] of pages) {
    const head = searchHead(of, title, DEMO_FACTS, 'https://taller.cl');
    expect(head).toContain('<meta property="og:site_name" content="Barlovento Servicio Técnico">');
    expect(head).toContain(`<meta property="og:title" content="${title}">`);
    expect(head).toContain('<meta property="og:image" content="https://taller.cl/preview.png">');
  }
  const [home = '', services = ''] = pages.map(([of, title]) =>
    searchHead(of, title, DEMO_FACTS, '').find((tag) => tag.includes('og:description')),
  );
  expect(home).toContain('content="Barlovento en Valparaíso: reparamos celulares y computadores.');
  expect(services).toContain('lo que repara Barlovento todas las semanas en Valparaíso.');
  expect(searchHead(pages[2][0], pages[2][1], DEMO_FACTS, '')).toContain(
    '<meta name="robots" content="noindex">',
  );
});

test('a page behind the sign-in stays out of the index', () => {
  expect(searchHead({ file: 'dashboard.html' }, 'Panel', DEMO_FACTS, 'https://taller.cl')).toEqual([
    '<meta name="robots" content="noindex">',
  ]);
});

test('inlined JSON cannot end its script element', () => {
  expect(inlineJson({ name: '</script><script>' })).not.toContain('<');
});

test('the sitemap lists the public pages and robots.txt keeps quotes out', () => {
  const files = searchFiles([page, { file: 'auth.html' }], DEMO_FACTS, 'https://taller.cl', NO_LOOK);
  expect(files.get('sitemap.xml')?.match(/<loc>/g)).toHaveLength(1);
  expect(files.get('sitemap.xml')).toContain('<loc>https://taller.cl/</loc>');
  expect(files.get('robots.txt')).toContain('Disallow: /decision-presupuesto/');
});

test('the web app manifest makes the site installable, in Spanish, with a maskable icon and shortcuts inside its scope', () => {
  const manifest = JSON.parse(
    searchFiles([page], DEMO_FACTS, 'https://taller.cl', NO_LOOK).get('site.webmanifest') ?? '',
  ) as {
    icons: { src: string; sizes: string; purpose?: string }[];
    shortcuts: { name: string; url: string }[];
  };
  expect(manifest).toMatchObject({
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    lang: 'es-CL',
    name: shop.fullName,
    short_name: shop.name,
  });
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512']);
  expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1);
  for (const { src } of manifest.icons) expect(existsSync(join(PUBLIC, src))).toBe(true);
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual([
    '/dashboard',
    '/dashboard/inventario',
    '/servicios',
  ]);
});

test('CFG-02 a shop that has told nothing, and has no address yet, names no place that is not its own', () => {
  const head = searchHead(page, 'Inicio', NEUTRAL_FACTS, '').join('\n');
  expect(head).toContain('"name":"Servicio Técnico"');
  for (const absent of ['canonical', 'og:url', 'telephone', 'streetAddress', 'GeoCoordinates', 'sameAs'])
    expect(head).not.toContain(absent);
  expect(searchFiles([page], NEUTRAL_FACTS, '', NO_LOOK).get('robots.txt')).not.toContain('Sitemap:');
});
