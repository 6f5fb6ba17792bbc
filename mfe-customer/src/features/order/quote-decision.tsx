import { useState } from 'react';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import type { QuoteDecision as Decision } from '@taller/shared/orders/quote/decide-quote-mutation.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { quoteTexts } from '#src/features/order/texts.ts';
import styles from './customer-order.module.css';

export interface QuoteDecisionProps {
  /** CLP. */
  totalAmount: number;
  technicalWork: string;
  /** The decision being sent: both buttons are disabled. */
  sending: Decision | null;
  onDecide: (decision: Decision) => void;
}

/** The open quote of an own order with its two answers (CUST-04). The server accepts one. */
export function QuoteDecision({ totalAmount, technicalWork, sending, onDecide }: QuoteDecisionProps) {
  const [asking, setAsking] = useState(false);
  return (
    <section className={styles.quote} aria-labelledby="presupuesto">
      <h3 id="presupuesto">{quoteTexts.title}</h3>
      <dl className={styles.terms}>
        <div>
          <dt>{quoteTexts.total}</dt>
          <dd className={styles.amount}>{formatClp(totalAmount)}</dd>
        </div>
        <div>
          <dt>{quoteTexts.work}</dt>
          <dd>{technicalWork}</dd>
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
          onClick={() => onDecide('approved')}
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
          onDecide('rejected');
        }}
      />
    </section>
  );
}
