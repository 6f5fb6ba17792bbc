import { paths } from '@taller/shared/contract/paths.ts';
import { plainHref } from '@taller/shared/contract/plain-pages.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { PUBLIC_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import { CUSTOMER_STATUS_TEXTS } from '@taller/shared/orders/status/customer-texts.ts';
import {
  isChoosable,
  isPlainQuote,
  lineAmount,
  lineDetail,
  lineGroups,
  linesTotal,
  lineTitle,
  takeLines,
  taxPart,
  type QuoteLine,
} from '@taller/shared/orders/quote/quote-lines.ts';
import { quoteTexts as texts } from '@taller/shared/orders/quote/quote-texts.ts';
import { formatDate } from '@taller/shared/values/dates.ts';
import { html, Html } from '../http/html.ts';
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

/** The beginning of the names of the fields that say which options and alternatives are taken. */
export const LINE_FIELD = 'linea';
/** Says that the form has such fields, of which none may be ticked. */
export const CHOOSES = 'elige';

/** A line, with its box or button where it can be chosen. */
function lineRow(line: QuoteLine, group: number): Html {
  const detail = lineDetail(line);
  const text = html`${lineTitle(line)}:
  ${formatClp(lineAmount(line))}${detail && html`<br /><small>${detail}</small>`}`;
  if (!isChoosable(line)) return html`<li>${text}</li>`;
  const [type, name] = line.optional ? ['checkbox', LINE_FIELD] : ['radio', `${LINE_FIELD}-${group}`];
  const checked = line.chosen ? new Html(' checked') : '';
  return html`<li>
    <label><input type="${type}" name="${name}" value="${line.id}" ${checked} /> <span>${text}</span></label>
  </li>`;
}

/** The lines of a quote; nothing for one that is a number. */
function lineList(lines: readonly QuoteLine[]): Html | '' {
  if (isPlainQuote(lines)) return '';
  const groups = lineGroups(lines).map(({ choice, lines: group }, index) =>
    choice === null
      ? html`${group.map((line) => lineRow(line, index))}`
      : html`<li>
          <fieldset>
            <legend>${texts.choose(choice)}</legend>
            <ul class="plain-lines">
              ${group.map((line) => lineRow(line, index))}
            </ul>
          </fieldset>
        </li>`,
  );
  return html`<ul class="plain-lines">
    ${groups}
  </ul>`;
}

/** Submits the decision on the quote that is shown. The URL is the capability; only this form's POST decides. */
function answerForm(
  address: string,
  quote: OpenQuote,
  decision: string,
  label: string,
  fields: Html | '' = '',
): Html {
  const chooses = fields !== '' && quote.lines.some(isChoosable);
  return html`<form class="plain-form" method="post" action="${address}">
    ${fields}
    <input type="hidden" name="amount" value="${quote.totalAmount}" />
    <input type="hidden" name="version" value="${quote.version}" />
    ${
      chooses
        ? html`<input type="hidden" name="${CHOOSES}" value="1" />
            <p>${texts.total}: <strong>${formatClp(quote.totalAmount)}</strong></p>
            <button class="plain-action" name="decision" value="total">${texts.updateTotal}</button>`
        : ''
    }
    <button class="plain-action" name="decision" value="${decision}">${label}</button>
  </form>`;
}

export interface QuotePageOptions {
  /** Empty if the URL has none. */
  orderId: string;
  /** Asks for confirmation after 'Rechazar'. */
  asking: boolean;
  /** Whether submitting a decision failed. */
  failed?: boolean;
  /** Whether another quote was answered, which decided nothing. */
  changed?: boolean;
  /** Ids of the options and alternatives that a submitted form took. */
  taken?: readonly string[];
  /** The version of the quote that it was about. */
  shown?: string | undefined;
  link?: LinkState | null;
}

/** A quote with the options and alternatives that were taken, as far as they can be. */
function chosen(quote: OpenQuote, taken: readonly string[]): OpenQuote {
  const lines = takeLines(quote.lines, taken);
  const isWhole = lineGroups(lines).every(
    ({ choice, lines: group }) => choice === null || group.filter((line) => line.chosen).length === 1,
  );
  return isWhole && !isPlainQuote(lines) ? { ...quote, lines, totalAmount: linesTotal(lines) } : quote;
}

/** A quote and its two answers (PUB-04), without JavaScript. */
export async function quotePage(
  { orderId, asking, failed = false, changed = false, taken, shown, link = null }: QuotePageOptions,
  data: PublicData,
): Promise<PlainPage> {
  if (orderId === '') return badLink(texts.noId, 404, data);
  const found = await data.quote(orderId);
  if (found === 'unavailable') return badLink(texts.failed, 503, data);
  if (!found) return badLink(texts.missing, 404, data);
  const number = formatOrderNumber(found.orderNumber);
  const order = html`<p>${texts.order} ${number}</p>`;
  if (found.status !== 'quoted') {
    return {
      status: 200,
      title: texts.decided,
      content: html`${order}
        <h1>${texts.decided}</h1>
        <p>${CUSTOMER_STATUS_TEXTS[found.status].noQuote} ${texts.statusNow}</p>
        <p class="plain-status">${PUBLIC_STATUS_LABELS[found.status]}</p>
        ${actionLink(plainHref(paths.publicOrder.getHref(number)), texts.follow)}`,
    };
  }
  if (found.expired) {
    return {
      status: 200,
      title: texts.expiredTitle,
      content: html`${order}
        <h1>${texts.expiredTitle}</h1>
        <p>${texts.expired(formatDate(found.validUntil))}</p>
        ${askByPhone(texts.expiredCall, data.facts)}`,
    };
  }
  const isOther = changed || (shown !== undefined && shown !== found.version);
  const quote = taken && !isOther ? chosen(found, taken) : found;
  const address = plainHref(paths.quoteDecision.getHref(orderId));
  const facts = html`<dl>
    <dt>${texts.device}</dt>
    <dd>${quote.device}</dd>
    <dt>${texts.work}</dt>
    <dd class="plain-work">${quote.technicalWork || texts.noWork}</dd>
    <dt>${texts.total}</dt>
    <dd class="plain-total">${formatClp(quote.totalAmount)}</dd>
    ${quote.taxRate > 0 ? html`<dd>${texts.tax(quote.taxRate, formatClp(taxPart(quote.totalAmount, quote.taxRate)))}</dd>` : ''}
    ${quote.validUntil ? html`<dd>${texts.validUntil(formatDate(quote.validUntil))}</dd>` : ''}
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
  const alert = failed
    ? texts.decisionFailed
    : isOther
      ? texts.changed
      : taken
        ? texts.totalChanged
        : link && LINK_TEXTS[link];
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
      ${answerForm(address, quote, 'approved', texts.approve, lineList(quote.lines))}${actionLink(`${address}&${ASKING}=1`, texts.reject)}${question}`,
  };
}
