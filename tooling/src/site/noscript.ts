import { shop } from '@taller/shared/config/shop.ts';
import { PLAIN } from '@taller/shared/contract/plain-pages.ts';
import { formatPhone, telHref } from '@taller/shared/values/phone.ts';
import { plainTexts } from '@taller/shared/contract/plain-texts.ts';
import type { Page } from '#src/pages/pages.ts';

/**
 * The noscript content of a page: what to do, whom to call and, with the embedded server, a link to the page without
 * JavaScript (PUB-12). A prerendered page has its content instead.
 */
export function scriptlessNote({ pathname, plain }: Page): string {
  if (pathname) return '';
  const goOn = plain
    ? `<p><a class="plain-action" href="?${PLAIN}=1">${plainTexts.goOn}</a></p><p>${plainTexts.goOnHint}</p>`
    : '';
  return `<noscript><link rel="stylesheet" href="/plain.css"><main class="plain"><p><a href="/">${shop.name}</a></p><h1>${plainTexts.title}</h1>${goOn}<p>${plainTexts.text} <a href="${telHref(shop.phone)}">${formatPhone(shop.phone)}</a>.</p></main></noscript>`;
}
