import { useState } from 'react';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import type { QuoteDecision as Decision } from '@taller/shared/orders/quote/quote-mutations.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { quoteQuery, type OpenQuote } from '@taller/shared/orders/quote/quote-query.ts';
import { isPlainQuote, linesTotal, pickLine, taxPart } from '@taller/shared/orders/quote/quote-lines.ts';
import { QuoteLineList } from '@taller/shared/orders/quote/quote-line-list.tsx';
import { quoteTexts as linkTexts } from '@taller/shared/orders/quote/quote-texts.ts';
import { useQuery } from '@taller/shared/query';
import { formatDate } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
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
  if (quote.expired)
    return <Banner tone="warning">{linkTexts.expired(formatDate(quote.valid_until))}</Banner>;
  // Another quote is chosen of anew.
  return <OpenDecision key={quote.version} quote={quote} sending={sending} onDecide={onDecide} />;
}

/** The quote's choices, and the buttons that approve or reject it. */
function OpenDecision({
  quote,
  sending,
  onDecide,
}: Omit<QuoteDecisionProps, 'orderId'> & { quote: OpenQuote }) {
  const [asking, setAsking] = useState(false);
  const [lines, setLines] = useState(quote.lines);
  const total = isPlainQuote(lines) ? quote.total_amount : linesTotal(lines);
  const decide = (decision: Decision) => onDecide(decision, { ...quote, lines });
  return (
    <section className={styles.quote} aria-labelledby="presupuesto">
      <h2 id="presupuesto">{quoteTexts.title}</h2>
      <dl className={styles.terms}>
        <div>
          <dt>{quoteTexts.total}</dt>
          <dd className={styles.amount} aria-live="polite">
            {formatClp(total)}
          </dd>
          {quote.tax_rate > 0 && (
            <dd>{linkTexts.tax(quote.tax_rate, formatClp(taxPart(total, quote.tax_rate)))}</dd>
          )}
        </div>
        <div>
          <dt>{quoteTexts.work}</dt>
          <dd>{quote.technical_work}</dd>
        </div>
      </dl>
      {!isPlainQuote(lines) && (
        <QuoteLineList
          lines={lines}
          disabled={sending !== null}
          onPick={(line, chosen) => setLines(pickLine(lines, line, chosen))}
        />
      )}
      {quote.valid_until && <p>{linkTexts.validUntil(formatDate(quote.valid_until))}</p>}
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
          onClick={() => decide('approved')}
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
          decide('rejected');
        }}
      />
    </section>
  );
}
