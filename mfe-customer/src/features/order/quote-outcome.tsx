import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import type { useDecideQuoteMutation } from '@taller/shared/orders/quote/decide-quote-mutation.ts';
import {
  canDecideQuote,
  PUBLIC_STATUS_LABELS,
  type OrderStatus,
} from '@taller/shared/orders/status/order-status.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { quoteTexts } from '#src/features/order/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';

export interface QuoteOutcomeProps {
  decide: ReturnType<typeof useDecideQuoteMutation>;
  /** The order's status as read after the decision. */
  status: OrderStatus;
}

/** What came of the decision. The order is read again after every try, so that a lost answer is told from a decision that never arrived. */
export function QuoteOutcome({ decide, status }: QuoteOutcomeProps) {
  if (decide.isIdle || decide.isPending) return null;
  const { decision } = decide.variables;
  // Ours arrived: by the answer, or because the order now says so although the answer was lost.
  const taken = decide.isSuccess || (dataErrorCode(decide.error) === 'offline' && status === decision);
  if (taken) {
    return (
      <Banner tone={decision === 'approved' ? 'success' : 'info'} alert>
        {decision === 'approved' ? quoteTexts.approved : quoteTexts.rejected}
      </Banner>
    );
  }
  if (!canDecideQuote(status)) {
    return (
      <Banner tone="warning" alert>
        <strong>{quoteTexts.alreadyTitle}</strong>. {quoteTexts.already(PUBLIC_STATUS_LABELS[status])}
      </Banner>
    );
  }
  return <Banner tone="danger">{failureText(decide.error, quoteTexts.failed)}</Banner>;
}
