import { shop, type ShopConfig } from '@taller/shared/config/shop.ts';
import { formatPhone } from '@taller/shared/values/phone.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';
import { privatePrefixes, type Page } from '#src/pages/pages.ts';

/** schema.org's names, Sunday first as in the configuration. */
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const meta = (name: string, content: string) =>
  `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escapeAttribute(content)}">`;

/** JSON that is safe inside a script element. */
export const inlineJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

/** Structured data about the shop for search engines: schema.org's LocalBusiness. */
export function localBusiness(facts: ShopConfig, siteUrl: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': `${siteUrl}/#taller`,
    name: facts.fullName,
    slogan: facts.tagline,
    url: siteUrl,
    image: `${siteUrl}/preview.png`,
    logo: `${siteUrl}/icon-512.png`,
    telephone: formatPhone(facts.phone),
    email: facts.email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: facts.address.street,
      addressLocality: facts.address.city,
      addressRegion: facts.address.region,
      addressCountry: 'CL',
    },
    geo: { '@type': 'GeoCoordinates', ...facts.geo },
    hasMap: facts.mapUrl,
    openingHoursSpecification: facts.hours.flatMap((day, weekday) =>
      day
        ? [
            {
              '@type': 'OpeningHoursSpecification',
              dayOfWeek: WEEKDAYS[weekday],
              opens: day.open,
              closes: day.close,
            },
          ]
        : [],
    ),
    currenciesAccepted: 'CLP',
    paymentAccepted: facts.paymentMethods.join(', '),
    sameAs: facts.socialLinks.map(({ href }) => href),
  };
}

/** A page's meta tags for search engines and link previews. Pages without a description are not indexed. */
export function searchHead(page: Page, title: string, siteUrl: string): string[] {
  if (!page.description || !page.pathname) return [meta('robots', 'noindex')];
  const url = `${siteUrl}${page.pathname}`;
  return [
    meta('description', page.description),
    `<link rel="canonical" href="${escapeAttribute(url)}">`,
    meta('og:type', 'website'),
    meta('og:locale', 'es_CL'),
    meta('og:site_name', shop.fullName),
    meta('og:title', title),
    meta('og:description', page.description),
    meta('og:url', url),
    meta('og:image', `${siteUrl}/preview.png`),
    meta('og:image:width', '1200'),
    meta('og:image:height', '630'),
    meta('og:image:alt', `${shop.name}: ${shop.tagline}`),
    meta('twitter:card', 'summary_large_image'),
    `<script type="application/ld+json">${inlineJson(localBusiness(shop, siteUrl))}</script>`,
  ];
}

/** sitemap.xml, robots.txt and the web app manifest. */
export function searchFiles(pages: readonly Page[], siteUrl: string): Map<string, string> {
  const urls = pages.flatMap(({ pathname }) =>
    pathname ? [`  <url><loc>${siteUrl}${pathname}</loc></url>`] : [],
  );
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ];
  const robots = [
    'User-agent: *',
    ...privatePrefixes().map((prefix) => `Disallow: ${prefix}`),
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ];
  const manifest = {
    name: shop.fullName,
    short_name: shop.name,
    description: shop.tagline,
    lang: 'es-CL',
    dir: 'ltr',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    categories: ['business', 'utilities'],
    background_color: '#f1f6f5',
    theme_color: '#0a3644',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    // Shortcuts for staff and customers, shown on a long press of the icon.
    shortcuts: [
      { name: SCREENS.dashboard.header, url: paths.dashboard.path },
      { name: SCREENS.dashboardInventory.tab, url: paths.dashboardInventory.path },
      { name: SCREENS.services.header, url: paths.services.path },
    ],
  };
  return new Map([
    ['sitemap.xml', sitemap.join('\n')],
    ['robots.txt', robots.join('\n')],
    ['site.webmanifest', JSON.stringify(manifest)],
  ]);
}
