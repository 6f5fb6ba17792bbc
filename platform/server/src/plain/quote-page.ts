import { paths } from '@taller/shared/contract/paths.ts';
import { plainHref } from '@taller/shared/contract/plain-pages.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { PUBLIC_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import { CUSTOMER_STATUS_TEXTS } from '@taller/shared/orders/status/customer-texts.ts';
import { quoteTexts as texts } from '@taller/shared/orders/quote/quote-texts.ts';
import { html, type Html } from '../http/html.ts';
import { actionLink, askByPhone, homeLink, phoneLink, type PlainPage } from './plain-page.ts';
import type { OpenQuote, PublicData } from './public-data.ts';

/** `?simple=1&rechazar=1`: the confirmation step of a rejection. It changes nothing. */
export const ASKING = 'rechazar';
/** `?simple=1&cambio=1`: the quote is not the one that was answered. */
export const CHANGED = 'cambio';
/** `?simple=1&enlace=falta`: the answer needs the link that is sent. A form posted there asks for it. */
export const LINK = 'enlace';
export type LinkState = 'falta' | 'enviado' | 'fallo';
const LINK_TEXTS: Readonly<Record<LinkState, string>> = {
  falta: texts.needsLink,
  enviado: texts.linkSent,
  fallo: texts.linkFailed,
};
export const isLinkState = (value: string | null): value is LinkState =>
  value !== null && Object.hasOwn(LINK_TEXTS, value);

const badLink = (message: string, status: number, { facts }: PublicData): PlainPage => ({
  status,
  title: message,
  content: html`<h1>${message}</h1>
    <p>${texts.linkHint}</p>
    <p>${phoneLink(facts)}</p>
    ${homeLink()}`,
});

/** Submits the decision on the quote that is shown. The URL is the capability; only this form's POST decides. */
const answerForm = (address: string, quote: OpenQuote, decision: string, label: string): Html =>
  html`<form class="plain-form" method="post" action="${address}">
    <input type="hidden" name="amount" value="${quote.totalAmount}" />
    <input type="hidden" name="version" value="${quote.version}" />
    <button class="plain-action" name="decision" value="${decision}">${label}</button>
  </form>`;

export interface QuotePageOptions {
  /** Empty if the URL has none. */
  orderId: string;
  /** Asks for confirmation after 'Rechazar'. */
  asking: boolean;
  /** Whether submitting a decision failed. */
  failed?: boolean;
  /** Whether another quote was answered, which decided nothing. */
  changed?: boolean;
  link?: LinkState | null;
}

/** A quote and its two answers (PUB-04), without JavaScript. */
export async function quotePage(
  { orderId, asking, failed = false, changed = false, link = null }: QuotePageOptions,
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
        ${answerForm(address, quote, 'rejected', texts.rejectConfirm)}${actionLink(address, texts.rejectBack)}${question}`,
    };
  }
  const alert = failed ? texts.decisionFailed : changed ? texts.changed : link && LINK_TEXTS[link];
  const askForLink =
    link === 'falta' || link === 'fallo'
      ? html`<form class="plain-form" method="post" action="${`${address}&${LINK}=falta`}">
          <button class="plain-action">${texts.sendLink}</button>
        </form>`
      : '';
  return {
    status: failed ? 502 : 200,
    title: texts.title,
    content: html`${order}
      <h1>${texts.title}</h1>
      ${alert ? html`<p role="alert"><strong>${alert}</strong></p>` : ''} ${askForLink} ${facts}
      <p><strong>${texts.final}</strong></p>
      ${answerForm(address, quote, 'approved', texts.approve)}${actionLink(`${address}&${ASKING}=1`, texts.reject)}${question}`,
  };
}
