import { useState } from 'react';
import { paths } from '@taller/shared/contract/paths.ts';
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { knownFailure, USUAL } from '@taller/shared/data-access/failure-text.ts';
import {
  needsSentLink,
  useDecideQuoteMutation,
  type QuoteDecision,
} from '@taller/shared/orders/quote/quote-mutations.ts';
import { quoteQuery, type OpenQuote, type DecidedQuote } from '@taller/shared/orders/quote/quote-query.ts';
import { useQuery } from '@taller/shared/query';
import { SendLink } from '@taller/shared/orders/quote/send-link.tsx';
import { useNavigate } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { quoteTexts as texts } from '@taller/shared/orders/quote/quote-texts.ts';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { BadLink } from './bad-link.tsx';
import { DecisionForm } from './decision-form.tsx';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { CUSTOMER_STATUS_TEXTS } from '@taller/shared/orders/status/customer-texts.ts';
import { PUBLIC_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { StatusBadge } from '@taller/shared/orders/status/status-badge.tsx';
import sheet from '#src/components/sheet.module.css';
import { AskByPhone } from '#src/components/shop-phone.tsx';
import { formatDate } from '@taller/shared/values/dates.ts';

/** The reason why there is no open quote, and the order's status (PUB-04, PUB-10). */
function AlreadyDecided({ quote }: { quote: DecidedQuote }) {
  const number = formatOrderNumber(quote.order_number);
  return (
    <article className={sheet.sheet} role="status">
      <p className={sheet.eyebrow}>
        {texts.order} {number}
      </p>
      <h1 className={sheet.title}>{texts.decided}</h1>
      <p className={sheet.lead}>
        {CUSTOMER_STATUS_TEXTS[quote.status].noQuote} {texts.statusNow}
      </p>
      <StatusBadge status={quote.status} labels={PUBLIC_STATUS_LABELS} />
      <p className={sheet.actions}>
        <LinkButton to={paths.publicOrder.getHref(number)} variant="primary">
          {texts.follow}
        </LinkButton>
        <LinkButton to={paths.home.getHref()}>{texts.home}</LinkButton>
      </p>
    </article>
  );
}

/** The quote can no longer be decided as it is (QUO-07). */
function Expired({ quote }: { quote: OpenQuote }) {
  return (
    <article className={sheet.sheet} role="status">
      <p className={sheet.eyebrow}>
        {texts.order} {formatOrderNumber(quote.order_number)}
      </p>
      <h1 className={sheet.title}>{texts.expiredTitle}</h1>
      <p className={sheet.lead}>{texts.expired(formatDate(quote.valid_until))}</p>
      <AskByPhone className={sheet.help} text={texts.expiredCall} />
    </article>
  );
}

const THANKS: Readonly<Record<QuoteDecision, string>> = {
  approved: paths.thanksApproved.getHref(),
  rejected: paths.thanksRejected.getHref(),
};

function failureText(error: unknown): string {
  const code = dataErrorCode(error);
  if (code === 'forbidden') return texts.staff;
  // The quote is still open, so it is another one.
  if (code === 'conflict') return texts.changed;
  return withRequestCode(texts.decisionFailed, error);
}

function Failure({ orderId, error }: { orderId: string; error: Error }) {
  if (needsSentLink(error)) return <SendLink orderId={orderId} />;
  return <Banner tone="danger">{failureText(error)}</Banner>;
}

/** The answer being sent. Its quote stays visible even if a refetch changes it. */
interface Answering {
  quote: OpenQuote;
  decision: QuoteDecision;
}

/**
 * The quote of a link, and the customer's answer (PUB-04). The server accepts one answer; after a failure the quote is
 * reloaded, so that an answer whose response was lost is shown as accepted.
 */
export function QuoteDecisionView({ orderId }: { orderId: string }) {
  const navigate = useNavigate();
  const quote = useQuery(quoteQuery(orderId));
  const decide = useDecideQuoteMutation();
  const [answering, setAnswering] = useState<Answering | null>(null);

  const send = (open: OpenQuote, decision: QuoteDecision, lines: OpenQuote['lines']) => {
    if (answering) return;
    setAnswering({ quote: open, decision });
    decide.mutate(
      { orderId, decision, quote: { ...open, lines } },
      {
        // Replaces the history entry: the back button must not lead to an answered form.
        onSuccess: () =>
          void navigate(THANKS[decision], { replace: true, state: { orderNumber: open.order_number } }),
        onError: () => setAnswering(null),
      },
    );
  };

  if (quote.isPending) return <Skeleton shape="card" count={1} />;
  if (!quote.data) {
    if (dataErrorCode(quote.error) === 'not-found') return <BadLink message={texts.missing} />;
    return (
      <ErrorState
        as="h1"
        error={quote.error}
        message={texts.failed}
        onRetry={() => void quote.refetch()}
        retrying={quote.isFetching}
      >
        {knownFailure(quote.error, { offline: USUAL.offline }) ?? texts.failedHint}
      </ErrorState>
    );
  }
  const shown = answering?.quote ?? quote.data;
  if (shown.status !== 'quoted') return <AlreadyDecided quote={shown} />;
  if (shown.expired) return <Expired quote={shown} />;
  return (
    <DecisionForm
      // Another quote is chosen of anew.
      key={shown.version}
      quote={shown}
      sending={answering?.decision ?? null}
      failure={decide.isError && <Failure orderId={orderId} error={decide.error} />}
      onDecide={(decision, lines) => send(shown, decision, lines)}
    />
  );
}
