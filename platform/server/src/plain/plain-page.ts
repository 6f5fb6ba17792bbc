import type { ServerResponse } from 'node:http';
import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { isLettering, logoPath, logoSize } from '@taller/shared/values/logo.ts';
import { formatPhone, telHref } from '@taller/shared/values/phone.ts';
import { plainTexts } from '@taller/shared/contract/plain-texts.ts';
import { html, Html } from '../http/html.ts';
import type { SiteFiles } from '../site/site-files.ts';

/** A page that works without JavaScript. */
export interface PlainPage {
  status: number;
  title: string;
  content: Html;
}

/** The shop's phone number, as a link; nothing if there is none. */
export const phoneLink = ({ shop }: ShopFacts): Html | '' =>
  shop.phone && html`<a href="${telHref(shop.phone)}">${formatPhone(shop.phone)}</a>`;

/** A sentence that ends with it. */
export const askByPhone = (text: string, facts: ShopFacts): Html | '' =>
  facts.shop.phone && html`<p>${text} ${phoneLink(facts)}.</p>`;

/** A link styled as a button. */
export const actionLink = (href: string, label: string): Html =>
  html`<a class="plain-action" href="${href}">${label}</a>`;

export const homeLink = (): Html => actionLink(paths.home.getHref(), plainTexts.home);

/** Style sheets and icons of the site's pages, for a matching appearance; none if the site is not built. */
async function siteLinks(files: SiteFiles): Promise<Html> {
  const page = await files.find('200.html');
  const source = page ? (await page.body('identity')).toString('utf8') : '';
  return new Html(
    [...source.matchAll(/<link rel="(?:stylesheet|icon)"[^>]*>/g)].map(([tag]) => tag).join(''),
  );
}

/** The shop's logo beside its name, or as its name. */
function shopName({ shop, look }: ShopFacts): Html {
  const { logo } = look;
  if (!logo) return html`${shop.name}`;
  const { width, height } = logoSize(logo, 200, 40);
  const image = (alt: string) =>
    html`<img class="plain-logo" src="${logoPath(logo)}" width="${width}" height="${height}" alt="${alt}" />`;
  return isLettering(logo) ? image(shop.name) : html`${image('')} ${shop.name}`;
}

/** Sends a page that must not be cached, since it is personal. */
export async function sendPlainPage(
  outgoing: ServerResponse,
  files: SiteFiles,
  { status, title, content }: PlainPage,
  facts: ShopFacts,
  headOnly: boolean,
): Promise<void> {
  const page = html`<!doctype html>
    <html lang="es-CL">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${facts.shop.name}</title>
        ${await siteLinks(files)}
        <link rel="stylesheet" href="/plain.css" />
      </head>
      <body>
        <header class="plain-head"><a href="${paths.home.getHref()}">${shopName(facts)}</a></header>
        <main class="plain">${content}</main>
      </body>
    </html>`;
  outgoing.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  outgoing.end(headOnly ? undefined : page.text);
}
