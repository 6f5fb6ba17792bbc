import { paths } from '@taller/shared/contract/paths.ts';
import { methodLabel } from '@taller/shared/orders/ledger/payment-method.ts';
import { orderPaymentsQuery, type LedgerPayment } from '@taller/shared/orders/ledger/payments-query.ts';
import { orderReadFailure } from '@taller/shared/orders/failure-text.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { useQuery } from '@taller/shared/query';
import { Button } from '@taller/shared/ui/button.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { paymentWords } from './payment-words.ts';
import styles from './payment-list.module.css';
import { paymentTexts as texts } from './texts.ts';

interface PaymentListProps {
  order: Order;
  /** Absent for people who may not correct. */
  onCorrect?: ((paymentId: string) => void) | undefined;
}

/** The payments of an order: what, when, how and by whom, with corrections beside what they correct (PAY-09). */
export function PaymentList({ order, onCorrect }: PaymentListProps) {
  const { data, error, refetch, isFetching } = useQuery(orderPaymentsQuery(order.id));
  if (data)
    return data.length === 0 ? null : (
      <ul aria-label={texts.list} className={styles.list}>
        {data.map((payment) => (
          <Entry key={payment.id} orderId={order.id} payment={payment} onCorrect={onCorrect} />
        ))}
      </ul>
    );
  if (error)
    return (
      <ErrorState
        error={error}
        message={orderReadFailure(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  // As many rows as an order has most often, so that nothing moves when they come.
  const rows = Number(order.advance_payment > 0) + Number(order.final_payment > 0);
  return rows > 0 ? <Skeleton label={orderTexts.loading} count={rows} /> : null;
}

interface EntryProps extends Pick<PaymentListProps, 'onCorrect'> {
  orderId: string;
  payment: LedgerPayment;
}

function Entry({ orderId, payment, onCorrect }: EntryProps) {
  const { id, created_at: at, created_by: by, method, amount, orders, corrects, corrected } = payment;
  const facts = [
    formatDateTime(at),
    by,
    corrects && texts.correction,
    corrected && texts.corrected,
    orders > 1 && texts.ofOrders(orders),
    payment.note,
  ].filter(Boolean);
  return (
    <li className={styles.entry}>
      <span className={styles.what}>
        <span>{[methodLabel(method), payment.reference].filter(Boolean).join(' · ')}</span>
        <span className={styles.facts}>{facts.join(' · ')}</span>
      </span>
      <span className={styles.amount}>{formatClp(amount)}</span>
      {/* The address is the site's own; `opener` allows the sheet to close itself. */}
      {/* oxlint-disable-next-line react/jsx-no-target-blank */}
      <a
        className={styles.receipt}
        href={`${paths.printClient.getHref(orderId)}&pago=${id}`}
        target="_blank"
        rel="opener"
        aria-label={texts.receiptOf(paymentWords(payment))}
      >
        {texts.receipt}
      </a>
      {onCorrect && !corrects && !corrected && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={texts.correctOne(paymentWords(payment))}
          onClick={() => onCorrect(id)}
        >
          {texts.correct}
        </Button>
      )}
    </li>
  );
}
