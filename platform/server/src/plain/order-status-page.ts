import { paths } from '@taller/shared/contract/paths.ts';
import { LOOKUP_FIELD, PLAIN } from '@taller/shared/contract/plain-pages.ts';
import { formatOrderNumber, parseOrderNumber } from '@taller/shared/orders/order-number.ts';
import { PUBLIC_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import { customerTexts, UNREPAIRED_LABELS } from '@taller/shared/orders/status/customer-texts.ts';
import { toldPromise } from '@taller/shared/orders/promises/promise-words.ts';
import { lookupTexts } from '@taller/shared/orders/public-status/lookup-texts.ts';
import { orderStatusTexts as texts } from '@taller/shared/orders/public-status/status-texts.ts';
import { html } from '../http/html.ts';
import { askByPhone, homeLink, type PlainPage } from './plain-page.ts';
import type { PublicData } from './public-data.ts';

const lookupForm = () =>
  html`<form class="plain-form" action="${paths.home.getHref()}">
    <label
      >${lookupTexts.labels.number} <input name="${LOOKUP_FIELD}" inputmode="numeric" maxlength="20" required
    /></label>
    <input type="hidden" name="${PLAIN}" value="1" /><button class="plain-action">
      ${lookupTexts.submit}
    </button>
  </form>`;

/** The public status of an order (PUB-03), without JavaScript. */
export async function orderStatusPage(typed: string, data: PublicData): Promise<PlainPage> {
  const number = parseOrderNumber(typed);
  const order = number === null ? null : await data.orderStatus(number);
  if (order === 'unavailable') {
    return {
      status: 503,
      title: texts.failed,
      content: html`<h1>${texts.failed}</h1>
        ${askByPhone(texts.help, data.facts)} ${homeLink()}`,
    };
  }
  if (!order) {
    return {
      status: 404,
      title: texts.other,
      content: html`<h1>${texts.missing}</h1>
        <p>${texts.missingHint}</p>
        ${lookupForm()} ${askByPhone(texts.help, data.facts)}`,
    };
  }
  const says = customerTexts(order.status, order.unrepaired, order.wait);
  const promise = toldPromise({ status: order.status, promised_at: order.promisedAt }, order.wait);
  const title = texts.title(formatOrderNumber(order.orderNumber));
  return {
    status: 200,
    title,
    content: html`<h1>${title}</h1>
      <p class="plain-status">
        ${(order.unrepaired ? UNREPAIRED_LABELS : PUBLIC_STATUS_LABELS)[order.status]}
      </p>
      <p>${says.meaning}</p>
      ${promise ? html`<p>${promise}</p>` : ''}
      <h2>${texts.next}</h2>
      <p>${says.next}</p>
      ${askByPhone(texts.help, data.facts)}
      <h2>${texts.other}</h2>
      ${lookupForm()}`,
  };
}
