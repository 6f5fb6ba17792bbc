import { useState } from 'react';
import { paths } from '@taller/shared/contract/paths.ts';
import { deviceText } from '@taller/shared/orders/equipment.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { balanceOf } from '@taller/shared/orders/payments.ts';
import { letterQuery, type Letter } from '@taller/shared/orders/unclaimed/letter-query.ts';
import { legalDates } from '@taller/shared/orders/warranty/legal-clock.ts';
import { useQuery } from '@taller/shared/query';
import { readFacts, useParams } from '@taller/shared/runtime';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { formatDate } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import styles from './letter.module.css';
import { PrintLoading, PrintProblem } from './print-problem.tsx';
import { SheetPages } from './sheet-pages.tsx';
import { SheetHead, Signature } from './sheet-parts.tsx';
import { printTexts } from './texts.ts';

const { letter: texts, sheet } = printTexts;

/** /print-letter/:id: the dated letter about a device that nobody fetched (TIME-45). */
export function PrintLetterPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(letterQuery(id));
  const [today] = useState(() => new Date());
  if (error) return <PrintProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <PrintLoading />;
  const readyAt = { completed: data.completed_at, rejected: data.rejected_at }[data.status];
  if (!readyAt)
    return (
      <ErrorState
        as="h1"
        error={null}
        message={texts.moved}
        actions={<LinkButton to={paths.orderView.getHref(id)}>{texts.toOrder}</LinkButton>}
      />
    );
  return (
    <SheetPages
      copies={1}
      format="a4"
      sheets={[
        {
          orderNumber: data.order_number,
          content: <LetterSheet order={data} readyAt={readyAt} today={today} />,
        },
      ]}
    />
  );
}

/** The shop's own terms that are about fetching a device. */
const PICKUP_TERM = /retir|abandon/i;

/** The letter: what waits since when, what is owed, and until when, by the law and by the shop's own terms. */
export function LetterSheet({ order, readyAt, today }: { order: Letter; readyAt: string; today: Date }) {
  const { terms, shop } = readFacts();
  const owed = balanceOf(order);
  const own = terms.items.filter((term) => PICKUP_TERM.test(term));
  const legal = legalDates(order, []).find(({ about }) => about === 'abandoned');
  return (
    <>
      <SheetHead title={texts.title} orderNumber={order.order_number} createdAt={order.created_at} withShop />
      <div className={styles.letter}>
        <p>{[shop.address.city, formatDate(today)].filter(Boolean).join(', ')}</p>
        <div>
          <p>{texts.dear(order.customer_name)}</p>
          {order.customer_address && <p>{order.customer_address}</p>}
        </div>
        <p>
          {texts.waits(
            deviceText(order),
            order.imei,
            formatOrderNumber(order.order_number),
            formatDate(order.created_at),
            formatDate(readyAt),
          )}
        </p>
        <p>{owed > 0 ? texts.owed(formatClp(owed)) : texts.settled}</p>
        <p>{texts.come}</p>
        <ul>
          {legal && <li>{texts.legal(formatDate(legal.day))}</li>}
          {own.map((term) => (
            <li key={term}>{texts.own(term)}</li>
          ))}
        </ul>
        <div className={styles.signature}>
          <Signature label={sheet.shopSignature} />
        </div>
      </div>
    </>
  );
}
