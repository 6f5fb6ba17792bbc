import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import {
  receiptFacts,
  receiptNotice,
  receiptTexts as texts,
  receiptTitle,
} from '@taller/shared/orders/receipt/receipt.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { html } from '../http/html.ts';
import { askByPhone, homeLink, phoneLink, type PlainPage } from './plain-page.ts';
import type { PublicData } from './public-data.ts';

/** The receipt of a payment by its link (PAY-15), without JavaScript. */
export async function receiptPage(link: string, data: PublicData): Promise<PlainPage> {
  const receipt = await data.receipt(link);
  if (receipt === 'unavailable' || !receipt) {
    const message = receipt ? texts.failed : texts.missing;
    return {
      status: receipt ? 503 : 404,
      title: message,
      content: html`<h1>${message}</h1>
        <p>${receipt ? '' : texts.missingHint}</p>
        <p>${phoneLink(data.facts)}</p>
        ${homeLink()}`,
    };
  }
  const title = receiptTitle(receipt);
  const notice = receiptNotice(receipt);
  return {
    status: 200,
    title,
    content: html`<p>${texts.order} ${formatOrderNumber(receipt.order_number)}</p>
      <h1>${title}</h1>
      <p class="plain-total">${formatClp(Math.abs(receipt.amount))}</p>
      ${notice ? html`<p><strong>${notice}</strong></p>` : ''}
      <dl>
        ${receiptFacts(receipt).map(
          ({ term, value }) =>
            html`<dt>${term}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>
      ${askByPhone(texts.question, data.facts)}`,
  };
}
