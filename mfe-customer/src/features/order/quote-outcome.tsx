import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { needsSentLink, type useDecideQuoteMutation } from '@taller/shared/orders/quote/quote-mutations.ts';
import {
  canDecideQuote,
  PUBLIC_STATUS_LABELS,
  type OrderStatus,
} from '@taller/shared/orders/status/order-status.ts';
import { SendLink } from '@taller/shared/orders/quote/send-link.tsx';
import { quoteTexts as linkTexts } from '@taller/shared/orders/quote/quote-texts.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { quoteTexts } from '#src/features/order/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';

export interface QuoteOutcomeProps {
  decide: ReturnType<typeof useDecideQuoteMutation>;
  /** The order's status as read after the decision. */
  status: OrderStatus;
}

/**
 * The outcome of the decision. The order is reloaded after every attempt, to distinguish a lost response from a
 * decision that never arrived.
 */
export function QuoteOutcome({ decide, status }: QuoteOutcomeProps) {
  if (decide.isIdle || decide.isPending) return null;
  const { decision, orderId } = decide.variables;
  // Our decision arrived: by its response, or because the order shows it although the response was lost.
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
  if (needsSentLink(decide.error)) return <SendLink orderId={orderId} />;
  const changed = dataErrorCode(decide.error) === 'conflict';
  return (
    <Banner tone={changed ? 'warning' : 'danger'} alert>
      {changed ? linkTexts.changed : failureText(decide.error, quoteTexts.failed)}
    </Banner>
  );
}
