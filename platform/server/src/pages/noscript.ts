import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { PLAIN } from '@taller/shared/contract/plain-pages.ts';
import { formatPhone, telHref } from '@taller/shared/values/phone.ts';
import { thanksTexts } from '@taller/shared/orders/quote/quote-texts.ts';
import { plainTexts } from '@taller/shared/contract/plain-texts.ts';
import type { Page } from './pages.ts';
import { escapeHtml } from '../http/escape-html.ts';

/** Notes for both decisions, which share one file: each explains the next step (PUB-06). */
const decisionNote = () =>
  `<h1>${thanksTexts.received}</h1>` +
  (['approved', 'rejected'] as const)
    .map((decision) => {
      const { plainTitle, next } = thanksTexts[decision];
      return `<h2>${plainTitle}</h2><ul>${next.map((line) => `<li>${line}</li>`).join('')}</ul>`;
    })
    .join('');

/**
 * The noscript content of a page: what to do, whom to call and, with the embedded server, a link to the page without
 * JavaScript (PUB-12). A prerendered page has its content instead.
 */
export function scriptlessNote({ plain, thanks }: Page, { shop }: ShopFacts): string {
  const goOn = plain
    ? `<p><a class="plain-action" href="?${PLAIN}=1">${plainTexts.goOn}</a></p><p>${plainTexts.goOnHint}</p>`
    : '';
  const call = shop.phone
    ? `<p>${plainTexts.text} <a href="${telHref(shop.phone)}">${escapeHtml(formatPhone(shop.phone))}</a>.</p>`
    : '';
  return `<noscript><link rel="stylesheet" href="/plain.css"><main class="plain"><p><a href="/">${escapeHtml(shop.name)}</a></p>${thanks ? decisionNote() : `<h1>${plainTexts.title}</h1>`}${goOn}${call}</main></noscript>`;
}
