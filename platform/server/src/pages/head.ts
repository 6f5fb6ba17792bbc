import { holidaysOf } from '@taller/shared/config/chilean-holidays.ts';
import { exceptionOn, tellsHours } from '@taller/shared/config/opening-hours.ts';
import type { HoursSection, ShopFacts, TimeRange } from '@taller/shared/config/shop-facts.ts';
import { shopDay } from '@taller/shared/values/dates.ts';
import { logoPath } from '@taller/shared/values/logo.ts';
import { formatPhone } from '@taller/shared/values/phone.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';
import { descriptionOf, privatePrefixes, type Page } from './pages.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { inlineJson } from './inline-json.ts';
import type { ReleaseBranding } from './branding.ts';

/** schema.org's names, Sunday first as in the configuration. */
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const meta = (name: string, content: string) =>
  `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escapeHtml(content)}">`;

/** The given details, without empty ones. */
const told = (properties: Record<string, unknown>): object =>
  Object.fromEntries(
    Object.entries(properties).filter(
      ([, value]) => value !== '' && value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );

/** Hours from midnight to midnight mean a closed day in schema.org's format. */
const CLOSED: readonly TimeRange[] = [{ open: '00:00', close: '00:00' }];

/**
 * The special days from `today` on, and the holidays of this and the next year on which the shop is closed, since a
 * page is not rendered again before the facts change.
 */
function specialHours(hours: HoursSection, today: string): object[] {
  if (!tellsHours(hours)) return [];
  const year = Number(today.slice(0, 4));
  const holidays = [...holidaysOf(year), ...holidaysOf(year + 1)].flatMap(
    ({ day }) => exceptionOn(hours, day) ?? [],
  );
  return [...new Set([...hours.specialDays, ...holidays])]
    .filter(({ to }) => to >= today)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .flatMap(({ from, to, hours: spans }) =>
      (spans.length > 0 ? spans : CLOSED).map(({ open, close }) => ({
        '@type': 'OpeningHoursSpecification',
        validFrom: from,
        validThrough: to,
        opens: open,
        closes: close,
      })),
    );
}

/** The shop as schema.org's LocalBusiness, for search engines. */
export function localBusiness(
  { shop, hours, look }: ShopFacts,
  siteUrl: string,
  today: string = shopDay(new Date()),
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': `${siteUrl}/#taller`,
    ...told({
      name: shop.fullName,
      slogan: shop.tagline,
      url: siteUrl,
      image: `${siteUrl}/preview.png`,
      logo: `${siteUrl}${look.logo ? logoPath(look.logo) : '/icon-512.png'}`,
      telephone: shop.phone && formatPhone(shop.phone),
      email: shop.email,
      address: {
        '@type': 'PostalAddress',
        ...told({
          streetAddress: shop.address.street,
          addressLocality: shop.address.city,
          addressRegion: shop.address.region,
        }),
        addressCountry: 'CL',
      },
      geo: shop.geo && { '@type': 'GeoCoordinates', ...shop.geo },
      hasMap: shop.mapUrl,
      openingHoursSpecification: hours.week.flatMap((spans, weekday) =>
        spans.map(({ open, close }) => ({
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: WEEKDAYS[weekday],
          opens: open,
          closes: close,
        })),
      ),
      specialOpeningHoursSpecification: specialHours(hours, today),
      currenciesAccepted: 'CLP',
      paymentAccepted: shop.paymentMethods.join(', '),
      sameAs: shop.socialLinks.map(({ href }) => href),
    }),
  };
}

/** Tags for the preview of a link in chats: they name the shop. */
function previewTags(title: string, description: string, { shop }: ShopFacts, siteUrl: string): string[] {
  const image = [
    meta('og:image', `${siteUrl}/preview.png`),
    meta('og:image:width', '1200'),
    meta('og:image:height', '630'),
    meta('og:image:alt', `${shop.name}: ${shop.tagline}`),
  ];
  return [
    meta('og:type', 'website'),
    meta('og:locale', 'es_CL'),
    meta('og:site_name', shop.fullName),
    meta('og:title', title),
    meta('og:description', description),
    ...(siteUrl ? image : []),
    meta('twitter:card', 'summary_large_image'),
  ];
}

/**
 * A page's meta tags for search engines and link previews. Pages without a description are not indexed; those whose
 * links customers receive have a preview.
 * @param siteUrl public URL for search engines; empty if it is unknown, and then no page contains a URL.
 */
export function searchHead(page: Page, title: string, facts: ShopFacts, siteUrl: string): string[] {
  const description = descriptionOf(page, facts);
  if (!description || !page.pathname) {
    const noindex = meta('robots', 'noindex');
    return page.plain ? [noindex, ...previewTags(title, facts.shop.tagline, facts, siteUrl)] : [noindex];
  }
  const url = `${siteUrl}${page.pathname}`;
  const address = [`<link rel="canonical" href="${escapeHtml(url)}">`, meta('og:url', url)];
  return [
    meta('description', description),
    ...(siteUrl ? address : []),
    ...previewTags(title, description, facts, siteUrl),
    `<script type="application/ld+json">${inlineJson(localBusiness(facts, siteUrl))}</script>`,
  ];
}

/** Files regenerated by every assembly, since they contain the shop's details. */
export const SEARCH_FILES = ['sitemap.xml', 'robots.txt', 'site.webmanifest'] as const;

/** Their contents. */
export function searchFiles(
  pages: readonly Page[],
  { shop }: ShopFacts,
  siteUrl: string,
  { themeColor, icons }: Pick<ReleaseBranding, 'themeColor' | 'icons'>,
): Map<string, string> {
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
    ...(siteUrl ? [`Sitemap: ${siteUrl}/sitemap.xml`] : []),
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
    theme_color: themeColor,
    icons: icons ?? [
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
  ] satisfies [(typeof SEARCH_FILES)[number], string][]);
}
