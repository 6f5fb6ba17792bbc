import { useState } from 'react';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import type { QuoteDecision as Decision } from '@taller/shared/orders/quote/quote-mutations.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { quoteQuery, type OpenQuote } from '@taller/shared/orders/quote/quote-query.ts';
import { useQuery } from '@taller/shared/query';
import { formatClp } from '@taller/shared/values/money.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { quoteTexts } from '#src/features/order/texts.ts';
import styles from './customer-order.module.css';

export interface QuoteDecisionProps {
  orderId: string;
  /** The decision being sent: both buttons are disabled. */
  sending: Decision | null;
  onDecide: (decision: Decision, quote: OpenQuote) => void;
}

/** The open quote of the customer's order with its two answers (CUST-04). The server accepts one. */
export function QuoteDecision({ orderId, sending, onDecide }: QuoteDecisionProps) {
  const read = useQuery(quoteQuery(orderId));
  const [asking, setAsking] = useState(false);
  if (read.isPending) return <Skeleton label={commonTexts.loading} shape="card" count={1} />;
  if (!read.data) {
    return (
      <ErrorState
        error={read.error}
        message={failureText(read.error, quoteTexts.notRead)}
        onRetry={() => void read.refetch()}
        retrying={read.isFetching}
      />
    );
  }
  const quote = read.data;
  // Answered elsewhere: the order, which is read again, says how.
  if (quote.status !== 'quoted') return null;
  return (
    <section className={styles.quote} aria-labelledby="presupuesto">
      <h2 id="presupuesto">{quoteTexts.title}</h2>
      <dl className={styles.terms}>
        <div>
          <dt>{quoteTexts.total}</dt>
          <dd className={styles.amount}>{formatClp(quote.total_amount)}</dd>
        </div>
        <div>
          <dt>{quoteTexts.work}</dt>
          <dd>{quote.technical_work}</dd>
        </div>
      </dl>
      <p className={styles.final}>
        <TriangleAlert aria-hidden="true" />
        {quoteTexts.final}
      </p>
      <div className={styles.buttons}>
        <Button
          size="lg"
          disabled={sending === 'approved'}
          loading={sending === 'rejected'}
          loadingText={quoteTexts.sending}
          onClick={() => setAsking(true)}
        >
          {quoteTexts.reject}
        </Button>
        <Button
          variant="primary"
          size="lg"
          disabled={sending === 'rejected'}
          loading={sending === 'approved'}
          loadingText={quoteTexts.sending}
          onClick={() => onDecide('approved', quote)}
        >
          {quoteTexts.approve}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={quoteTexts.rejectTitle}
        description={quoteTexts.rejectText}
        confirmLabel={quoteTexts.rejectConfirm}
        danger
        onConfirm={() => {
          setAsking(false);
          onDecide('rejected', quote);
        }}
      />
    </section>
  );
}
