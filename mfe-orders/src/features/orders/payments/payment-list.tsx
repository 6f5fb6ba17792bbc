import { paths } from '@taller/shared/contract/paths.ts';
import { methodLabel } from '@taller/shared/orders/ledger/payment-method.ts';
import { orderPaymentsQuery, type LedgerPayment } from '@taller/shared/orders/ledger/payments-query.ts';
import { orderReadFailure } from '@taller/shared/orders/failure-text.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { orderDocumentsQuery, type PaymentDocuments } from '@taller/shared/orders/tax/documents-query.ts';
import { useQuery } from '@taller/shared/query';
import { readFacts } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { buttonClass } from '@taller/shared/ui/button-class.ts';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { whatsAppHref } from '@taller/shared/values/phone.ts';
import { diallablePhones } from '#src/components/contact-links.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import { paymentWords } from './payment-words.ts';
import styles from './payment-list.module.css';
import { copyLink } from '../shared/copy-link.ts';
import { documentFacts } from '../tax/document-facts.ts';
import { taxTexts } from '../tax/texts.ts';
import { paymentTexts as texts } from './texts.ts';

interface PaymentListProps {
  order: Order;
  /** Absent for people who may not change anything. */
  onTask?: ((kind: 'correction' | 'document', paymentId: string) => void) | undefined;
}

/** The payments of an order: what, when, how and by whom, with corrections beside what they correct (PAY-09). */
export function PaymentList({ order, onTask }: PaymentListProps) {
  // The list waits for them, which would move what is below it, but shows without them if they fail.
  const { data: documented = [], isLoading } = useQuery(orderDocumentsQuery(order.id));
  const { data, error, refetch, isFetching } = useQuery(orderPaymentsQuery(order.id));
  if (data && !isLoading)
    return data.length === 0 ? null : (
      <ul aria-label={texts.list} className={styles.list}>
        {data.map((payment) => (
          <Entry
            key={payment.id}
            order={order}
            payment={payment}
            documented={documented.find(({ payment_id: id }) => id === payment.id)}
            onTask={onTask}
          />
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
  // The most frequent number of rows, so that the layout does not shift when they load.
  const rows = Number(order.advance_payment > 0) + Number(order.final_payment > 0);
  return rows > 0 ? <Skeleton label={orderTexts.loading} count={rows} className={styles.loading} /> : null;
}

interface EntryProps extends Pick<PaymentListProps, 'onTask'> {
  order: Order;
  payment: LedgerPayment;
  documented: PaymentDocuments | undefined;
}

function Entry({ order, payment, documented, onTask }: EntryProps) {
  const { id, created_at: at, created_by: by, method, amount, orders, corrects, corrected } = payment;
  const [phone] = diallablePhones([order.customer_phone, order.second_phone]);
  const receiptHref = location.origin + paths.receipt.getHref(payment.receipt);
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
        {documented && <Documents {...documented} />}
      </span>
      <span className={styles.amount}>{formatClp(amount)}</span>
      <div className={styles.actions}>
        {/* The address is the site's own; `opener` allows the sheet to close itself. */}
        {/* oxlint-disable-next-line react/jsx-no-target-blank */}
        <a
          className={buttonClass({ size: 'sm', variant: 'ghost' })}
          href={`${paths.printClient.getHref(order.id)}&pago=${id}`}
          target="_blank"
          rel="opener"
          aria-label={texts.receiptOf(paymentWords(payment))}
        >
          {texts.receipt}
        </a>
        {phone && (
          <a
            className={buttonClass({ size: 'sm', variant: 'ghost' })}
            href={whatsAppHref(phone, texts.receiptMessage(readFacts().shop.name, receiptHref))}
            target="_blank"
            rel="noreferrer"
            aria-label={texts.sendOf(paymentWords(payment))}
          >
            {texts.send}
          </a>
        )}
        <Button
          size="sm"
          variant="ghost"
          aria-label={texts.linkOf(paymentWords(payment))}
          onClick={() => void copyLink(Promise.resolve(receiptHref))}
        >
          {texts.link}
        </Button>
        {onTask && documented && (documented.missing !== 0 || documented.documents.length > 0) && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={taxTexts.addOf(paymentWords(payment))}
            onClick={() => onTask('document', id)}
          >
            {taxTexts.add}
          </Button>
        )}
        {onTask && !corrects && !corrected && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={texts.correctOne(paymentWords(payment))}
            onClick={() => onTask('correction', id)}
          >
            {texts.correct}
          </Button>
        )}
      </div>
    </li>
  );
}

/** The documents of a payment, and what is still missing (TAX-08). */
function Documents({ missing, documents }: PaymentDocuments) {
  return (
    <>
      {documents.map((document) => (
        <span key={document.id} className={document.state === 'rejected' ? styles.missing : styles.facts}>
          {documentFacts(document)}
        </span>
      ))}
      {missing !== 0 && (
        <span className={styles.missing}>
          {missing > 0 ? taxTexts.missing(formatClp(missing)) : taxTexts.missingCredit(formatClp(-missing))}
        </span>
      )}
    </>
  );
}
