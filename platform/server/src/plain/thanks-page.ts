import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { thanksTexts } from '@taller/shared/orders/quote/quote-texts.ts';
import { html } from '../http/html.ts';
import { homeLink, phoneLink, type PlainPage } from './plain-page.ts';

/** The page after a decision (PUB-05), without a script. */
export function thanksPage(decision: 'approved' | 'rejected', facts: ShopFacts): PlainPage {
  const { title, text, next } = thanksTexts[decision];
  return {
    status: 200,
    title,
    content: html`<h1>${title}</h1>
      <p>${text}</p>
      <h2>${thanksTexts.nextTitle}</h2>
      <ul>
        ${next.map((line) => html`<li>${line}</li>`)}
      </ul>
      <p>${phoneLink(facts)}</p>
      ${homeLink()}`,
  };
}
