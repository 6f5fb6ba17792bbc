import type { OwnOrder } from '@taller/shared/orders/own/own-orders-queries.ts';
import { balanceOf } from '@taller/shared/orders/payments.ts';
import { formatDate, formatDateTime } from '@taller/shared/values/dates.ts';
import { fieldLines } from '@taller/shared/orders/fields/field-lines.ts';
import { ORDER_FIELDS } from '@taller/shared/orders/fields/order-fields.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { isPlainQuote } from '@taller/shared/orders/quote/quote-lines.ts';
import { QuoteLineList } from '@taller/shared/orders/quote/quote-line-list.tsx';
import { canDecideQuote } from '@taller/shared/orders/status/order-status.ts';
import { isRunning, warrantyDaysWords, warrantyEndWords } from '@taller/shared/orders/warranty.ts';
import { coverOf, mayHaveReturns } from '@taller/shared/orders/warranty/cover-of.ts';
import { LEGAL_CLOCK, legalFacts } from '@taller/shared/orders/warranty/legal-clock.ts';
import { orderWarrantyQuery } from '@taller/shared/orders/warranty/order-warranty-query.ts';
import { outcomeWords } from '@taller/shared/orders/warranty/outcome-words.ts';
import { useQuery } from '@taller/shared/query';
import { Card } from '@taller/shared/ui/card.tsx';
import { DefinitionList, type Definition } from '@taller/shared/ui/definition-list.tsx';
import { orderTexts } from '#src/features/order/texts.ts';
import styles from './customer-order.module.css';
import { OwnPayments } from './own-payments.tsx';

/** An own order's data as cards. */
export function OrderFacts({ order }: { order: OwnOrder }) {
  return (
    <div className={styles.facts}>
      <Card title={orderTexts.equipment}>
        <DefinitionList items={equipmentDetails(order)} />
      </Card>
      <Card title={orderTexts.payment}>
        <Payment order={order} />
        <OwnPayments order={order} />
      </Card>
      <Card title={orderTexts.work} className={styles.wide}>
        <DefinitionList items={workFacts(order)} />
        {!isPlainQuote(order.quote_lines) && !canDecideQuote(order.status) && (
          <QuoteLineList lines={order.quote_lines.filter(({ chosen }) => chosen)} />
        )}
      </Card>
      {order.status === 'delivered' && <Delivery order={order} />}
      <LegalClock order={order} />
      <Card title={orderTexts.customer} className={styles.wide}>
        <DefinitionList items={fieldLines(order, 'portal', 'customer')} />
      </Card>
    </div>
  );
}

function equipmentDetails(order: OwnOrder): Definition[] {
  const facts: Definition[] = fieldLines(order, 'portal', 'equipment').filter(
    ({ value, optional }) => value || !optional,
  );
  // Only staff can see the code itself.
  if (order.device_code_stored)
    facts.push({ term: orderTexts.code, value: orderTexts.codeStored, wide: true });
  return facts;
}

function workFacts(order: OwnOrder): Definition[] {
  const facts: Definition[] = fieldLines(order, 'portal', 'work');
  if (order.notes) facts.push({ term: orderTexts.notes, value: order.notes, wide: true });
  return facts;
}

function Payment({ order }: { order: OwnOrder }) {
  const balance = balanceOf(order);
  const settled = order.final_payment > 0 && balance === 0;
  return (
    <dl className={styles.amounts}>
      <div>
        <dt>{ORDER_FIELDS.quote.label}</dt>
        <dd>{formatClp(order.total_amount)}</dd>
      </div>
      <div>
        <dt>{ORDER_FIELDS.advancePayment.label}</dt>
        <dd>{formatClp(order.advance_payment)}</dd>
      </div>
      {order.final_payment > 0 && (
        <div>
          <dt>{orderTexts.finalPayment}</dt>
          <dd>{formatClp(order.final_payment)}</dd>
        </div>
      )}
      <div className={styles.balance}>
        <dt>{balance < 0 ? orderTexts.refund : orderTexts.balance}</dt>
        <dd>{settled ? orderTexts.allPaid : formatClp(Math.abs(balance))}</dd>
      </div>
    </dl>
  );
}

function Delivery({ order }: { order: OwnOrder }) {
  const { delivered_at: deliveredAt, warranty_of: original } = order;
  const { data: warranty } = useQuery({
    ...orderWarrantyQuery(order.id),
    enabled: mayHaveReturns(order),
  });
  const goesOn = order.warranty_repair && original !== null;
  const cover = coverOf(order, warranty);
  const { warranty_end: end, suspended_since: suspendedSince } = cover;
  const none = goesOn ? orderTexts.warrantyGoesOn(formatOrderNumber(original)) : orderTexts.noWarranty;
  const facts: Definition[] = [
    { term: orderTexts.deliveredAt, value: formatDateTime(deliveredAt) },
    { term: orderTexts.warranty, value: warrantyDaysWords(order, '\n') || none },
  ];
  const outcome = outcomeWords(order);
  if (outcome) facts.push({ term: orderTexts.warrantyOutcome, value: outcome, wide: true });
  if (end) facts.push({ term: orderTexts.warrantyUntil, value: warrantyEndWords(cover, '\n') });
  return (
    <Card title={orderTexts.delivery} className={styles.wide}>
      <DefinitionList items={facts} />
      {end && !isRunning(end) && <p className={styles.note}>{orderTexts.warrantyOver}</p>}
      {suspendedSince && (
        <p className={styles.note}>{orderTexts.warrantySuspended(formatDate(suspendedSince))}</p>
      )}
    </Card>
  );
}

/** The dates that the law names for the order (WARR-14); nothing for an order without any. */
function LegalClock({ order }: { order: OwnOrder }) {
  const isDelivered = order.status === 'delivered';
  const { data: warranty } = useQuery({
    ...orderWarrantyQuery(order.id),
    enabled: isDelivered && mayHaveReturns(order),
  });
  const facts = legalFacts(order, warranty?.stays ?? []);
  if (facts.length === 0) return null;
  return (
    <Card title={LEGAL_CLOCK.title} className={styles.wide}>
      <DefinitionList items={facts} />
      {isDelivered && <p className={styles.note}>{LEGAL_CLOCK.note}</p>}
    </Card>
  );
}
