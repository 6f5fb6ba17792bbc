import { paths } from '@taller/shared/contract/paths.ts';
import { plainHref } from '@taller/shared/contract/plain-pages.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { PUBLIC_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import { CUSTOMER_STATUS_TEXTS } from '@taller/shared/orders/status/customer-texts.ts';
import { quoteTexts as texts } from '@taller/shared/orders/quote/quote-texts.ts';
import { html, type Html } from '../http/html.ts';
import { actionLink, askByPhone, homeLink, phoneLink, type PlainPage } from './plain-page.ts';
import type { PublicData } from './public-data.ts';

/** `?simple=1&rechazar=1`: the confirmation step of a rejection. It changes nothing. */
export const ASKING = 'rechazar';

const badLink = (message: string, status: number, { facts }: PublicData): PlainPage => ({
  status,
  title: message,
  content: html`<h1>${message}</h1>
    <p>${texts.linkHint}</p>
    <p>${phoneLink(facts)}</p>
    ${homeLink()}`,
});

/** Submits the decision. The URL is the capability; only this form's POST decides. */
const answerForm = (address: string, decision: string, label: string): Html =>
  html`<form class="plain-form" method="post" action="${address}">
    <button class="plain-action" name="decision" value="${decision}">${label}</button>
  </form>`;

export interface QuotePageOptions {
  /** Empty if the URL has none. */
  orderId: string;
  /** Asks for confirmation after 'Rechazar'. */
  asking: boolean;
  /** Whether submitting a decision failed. */
  failed?: boolean;
}

/** A quote and its two answers (PUB-04), without JavaScript. */
export async function quotePage(
  { orderId, asking, failed = false }: QuotePageOptions,
  data: PublicData,
): Promise<PlainPage> {
  if (orderId === '') return badLink(texts.noId, 404, data);
  const quote = await data.quote(orderId);
  if (quote === 'unavailable') return badLink(texts.failed, 503, data);
  if (!quote) return badLink(texts.missing, 404, data);
  const number = formatOrderNumber(quote.orderNumber);
  const order = html`<p>${texts.order} ${number}</p>`;
  if (quote.status !== 'quoted') {
    return {
      status: 200,
      title: texts.decided,
      content: html`${order}
        <h1>${texts.decided}</h1>
        <p>${CUSTOMER_STATUS_TEXTS[quote.status].noQuote} ${texts.statusNow}</p>
        <p class="plain-status">${PUBLIC_STATUS_LABELS[quote.status]}</p>
        ${actionLink(plainHref(paths.publicOrder.getHref(number)), texts.follow)}`,
    };
  }
  const address = plainHref(paths.quoteDecision.getHref(orderId));
  const facts = html`<dl>
    <dt>${texts.device}</dt>
    <dd>${quote.device}</dd>
    <dt>${texts.work}</dt>
    <dd class="plain-work">${quote.technicalWork || texts.noWork}</dd>
    <dt>${texts.total}</dt>
    <dd class="plain-total">${formatClp(quote.totalAmount)}</dd>
  </dl>`;
  const question = askByPhone(texts.question, data.facts);
  if (asking) {
    return {
      status: 200,
      title: texts.rejectTitle,
      content: html`${order}
        <h1>${texts.rejectTitle}</h1>
        <p>${texts.rejectText}</p>
        ${facts}
        ${answerForm(address, 'rejected', texts.rejectConfirm)}${actionLink(address, texts.rejectBack)}${question}`,
    };
  }
  return {
    status: failed ? 502 : 200,
    title: texts.title,
    content: html`${order}
      <h1>${texts.title}</h1>
      ${failed ? html`<p role="alert"><strong>${texts.decisionFailed}</strong></p>` : ''} ${facts}
      <p><strong>${texts.final}</strong></p>
      ${answerForm(address, 'approved', texts.approve)}${actionLink(`${address}&${ASKING}=1`, texts.reject)}${question}`,
  };
}
