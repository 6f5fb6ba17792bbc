import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { plainHref } from '@taller/shared/contract/plain-pages.ts';
import { refusalTexts as texts } from '@taller/shared/contract/refusal-texts.ts';
import { html } from '../http/html.ts';
import { askByPhone, homeLink, phoneLink, type PlainPage } from './plain-page.ts';

/** The outcome of a submit: refused, expired link, no response; null before a submit. */
export type RefusalOutcome = 'refused' | 'missing' | 'failed' | null;

/** The page of a reminder's link (TIME-48), without a script: it refuses by a form's POST alone. */
export function refusalPage(link: string, outcome: RefusalOutcome, facts: ShopFacts): PlainPage {
  if (outcome === 'refused')
    return {
      status: 200,
      title: texts.doneTitle,
      content: html`<h1>${texts.doneTitle}</h1>
        <p>${texts.done}</p>
        ${askByPhone(texts.question, facts)} ${homeLink()}`,
    };
  return {
    status: outcome === null ? 200 : outcome === 'missing' ? 404 : 503,
    title: texts.title,
    content: html`<h1>${texts.title}</h1>
      <p>${texts.text}</p>
      ${
        outcome === null
          ? ''
          : html`<p role="alert"><strong>${texts[outcome]}</strong></p>
              <p>${phoneLink(facts)}</p>`
      }
      <form class="plain-form" method="post" action="${plainHref(paths.refusal.getHref(link))}">
        <button class="plain-action">${texts.submit}</button>
      </form>`,
  };
}
