import { paths } from '@taller/shared/contract/paths.ts';
import { methodLabel } from '@taller/shared/orders/ledger/payment-method.ts';
import { orderPaymentsQuery, type LedgerPayment } from '@taller/shared/orders/ledger/payments-query.ts';
import type { OwnOrder } from '@taller/shared/orders/own/own-orders-queries.ts';
import { documentName, paidDocumentWords } from '@taller/shared/orders/tax/tax-document.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { useQuery } from '@taller/shared/query';
import { Link } from '@taller/shared/runtime';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { formatDate } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { commonTexts } from '#src/components/texts.ts';
import { orderTexts } from '#src/features/order/texts.ts';
import styles from './customer-order.module.css';

/** The customer's name for a payment: its kind, and its method if the shop noted one. */
function paymentWords({ amount, method, corrects }: LedgerPayment): string {
  const kind = amount > 0 ? orderTexts.received : orderTexts.givenBack;
  const words = corrects ? orderTexts.correction : kind;
  return method ? `${words} · ${methodLabel(method)}` : words;
}

/** The payments of an own order by date, method and amount (PAY-10), with their documents and receipts (TAX-13). */
export function OwnPayments({ order }: { order: OwnOrder }) {
  const { data, error, refetch, isFetching } = useQuery(orderPaymentsQuery(order.id));
  if (data)
    return data.length === 0 ? null : (
      <ul aria-label={orderTexts.payments} className={styles.payments}>
        {data.map((payment) => (
          <li key={payment.id}>
            <span>
              <span>{paymentWords(payment)}</span>
              <time dateTime={payment.created_at}>{formatDate(payment.created_at)}</time>
              {payment.documents.map((document) => (
                <small key={documentName(document)}>{paidDocumentWords(document)}</small>
              ))}
              <Link
                to={paths.receipt.getHref(payment.receipt)}
                aria-label={orderTexts.receiptOf(formatDate(payment.created_at), formatClp(payment.amount))}
              >
                {orderTexts.receipt}
              </Link>
            </span>
            <span>{formatClp(payment.amount)}</span>
          </li>
        ))}
      </ul>
    );
  if (error)
    return (
      <ErrorState
        error={error}
        message={failureText(error, orderTexts.paymentsFailed)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  // The most frequent number of rows, so that the layout does not shift when they load.
  const rows = Number(order.advance_payment > 0) + Number(order.final_payment > 0);
  return rows > 0 ? <Skeleton label={commonTexts.loading} count={rows} /> : null;
}
