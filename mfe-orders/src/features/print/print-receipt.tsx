import { methodLabel } from '@taller/shared/orders/ledger/payment-method.ts';
import { orderPaymentsQuery, type LedgerPayment } from '@taller/shared/orders/ledger/payments-query.ts';
import { printOrderQuery, type PrintOrder } from '@taller/shared/orders/print-queries.ts';
import { paidDocumentWords } from '@taller/shared/orders/tax/tax-document.ts';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { quoteTexts } from '@taller/shared/orders/quote/quote-texts.ts';
import { useQuery } from '@taller/shared/query';
import { paymentLines } from './payment-lines.ts';
import type { PrintOptions } from './print-options.ts';
import { PrintGone, PrintLoading, PrintProblem } from './print-problem.tsx';
import { printedLines, QuoteRows } from './quote-rows.tsx';
import styles from './receipt.module.css';
import { SheetPages } from './sheet-pages.tsx';
import { Facts, SheetHead, Signature } from './sheet-parts.tsx';
import parts from './sheet-parts.module.css';
import { printTexts } from './texts.ts';

const { receipt: texts, sheet } = printTexts;

/** A payment of the order as the customer takes it home, and what is left to pay (PAY-11). */
export function ReceiptSheet({ order, payment }: { order: PrintOrder; payment: LedgerPayment }) {
  const isBack = payment.amount < 0;
  const lines = printedLines(order);
  return (
    <>
      <SheetHead
        title={isBack ? texts.titleBack : texts.title}
        orderNumber={order.order_number}
        createdAt={order.created_at}
        withShop
      />
      <p className={styles.amount}>{formatClp(Math.abs(payment.amount))}</p>
      {payment.corrects && <p className={styles.strong}>{texts.correction}</p>}
      {payment.corrected && <p className={styles.strong}>{texts.corrected}</p>}
      <Facts
        title={isBack ? texts.givenBack : texts.received}
        facts={[
          { term: texts.date, value: formatDateTime(payment.created_at) },
          { term: texts.method, value: payment.method && methodLabel(payment.method) },
          { term: texts.reference, value: payment.reference },
          { term: texts.by, value: payment.created_by },
          { term: texts.documents, value: payment.documents.map(paidDocumentWords).join(', ') },
        ]}
      />
      <Facts
        title={texts.order}
        facts={[
          { term: sheet.customer, value: order.customer_name },
          { term: sheet.equipment, value: `${order.equipment_brand} ${order.equipment_model}`.trim() },
          ...paymentLines(order).map(({ label, amount }) => ({ term: label, value: amount })),
        ]}
      />
      {lines.length > 0 && (
        <section className={parts.block}>
          <h2 className={parts.heading}>{quoteTexts.lines}</h2>
          <dl className={parts.facts}>
            <QuoteRows lines={lines} />
          </dl>
        </section>
      )}
      <p className={styles.note}>{texts.note}</p>
      <div className={styles.signature}>
        <Signature label={isBack ? sheet.customerSignature : sheet.shopSignature} />
      </div>
    </>
  );
}

interface PrintReceiptProps {
  orderId: string;
  paymentId: string;
  options: PrintOptions;
}

/** Loads order and payment, and prints the receipt at once. */
export function PrintReceipt({ orderId, paymentId, options }: PrintReceiptProps) {
  const order = useQuery(printOrderQuery(orderId));
  const payments = useQuery(orderPaymentsQuery(orderId));
  const error = order.error ?? payments.error;
  const readAgain = () => void Promise.all([order.refetch(), payments.refetch()]);
  if (error) return <PrintProblem error={error} onRetry={readAgain} />;
  if (!order.data || !payments.data) return <PrintLoading />;
  const payment = payments.data.find(({ id }) => id === paymentId);
  if (!payment) return <PrintGone message={texts.gone} />;
  return (
    <SheetPages
      {...options}
      sheets={[
        {
          orderNumber: order.data.order_number,
          content: <ReceiptSheet order={order.data} payment={payment} />,
        },
      ]}
    />
  );
}
