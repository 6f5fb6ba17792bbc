import { useRef } from 'react';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Printer from 'lucide-react/icons/printer';
import { paths } from '@taller/shared/contract/paths.ts';
import { ownOrderQuery, type OwnOrder } from '@taller/shared/orders/own/own-orders-queries.ts';
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import {
  useDecideQuoteMutation,
  type QuoteDecision as Decision,
} from '@taller/shared/orders/quote/quote-mutations.ts';
import type { OpenQuote } from '@taller/shared/orders/quote/quote-query.ts';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { toldPromise } from '@taller/shared/orders/promises/promise-words.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { publicOrderStatusQuery } from '@taller/shared/orders/public-status/public-order-status-query.ts';
import {
  canDecideQuote,
  isOpenStatus,
  PUBLIC_STATUS_LABELS,
} from '@taller/shared/orders/status/order-status.ts';
import { customerTexts, UNREPAIRED_LABELS } from '@taller/shared/orders/status/customer-texts.ts';
import { orderProgress } from '@taller/shared/orders/status/order-journey.ts';
import { useQuery } from '@taller/shared/query';
import { Link } from '@taller/shared/runtime';
import { buttonClass } from '@taller/shared/ui/button-class.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { lazyPart } from '@taller/shared/ui/lazy-part.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { OrderProgress } from './order-progress.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { usePageTitle } from '@taller/shared/ui/use-page-title.ts';
import { StatusBadge } from '@taller/shared/orders/status/status-badge.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { orderTexts } from '#src/features/order/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import styles from './customer-order.module.css';
import { OrderFacts } from './order-facts.tsx';
import { OwnVisit } from './own-visit.tsx';
import { QuoteDecision } from './quote-decision.tsx';
import { DecidedLines } from '@taller/shared/orders/quote/decided-lines.tsx';
import { QuoteOutcome } from './quote-outcome.tsx';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';

const OwnChecklists = lazyPart(
  () => import('./own-checklists.tsx').then((module) => module.OwnChecklists),
  null,
);
const OwnPhotos = lazyPart(() => import('./own-photos.tsx').then((module) => module.OwnPhotos), null);
const OwnSignatures = lazyPart(
  () => import('./own-signatures.tsx').then((module) => module.OwnSignatures),
  null,
);

/** The decisions on an order's quotes; nothing if there are none. */
function DecisionHistory({ entries }: { entries: OwnOrder['decision_history'] }) {
  if (entries.length === 0) return null;
  return (
    <Card title={orderTexts.history}>
      <ul className={styles.history}>
        {entries.map((entry) => (
          <li key={entry.id}>
            {entry.type === 'success' ? (
              <CircleCheck className={styles.success} role="img" aria-label={orderTexts.success} />
            ) : (
              <CircleX className={styles.failure} role="img" aria-label={orderTexts.failure} />
            )}
            <div>
              <p>{entry.message}</p>
              <time dateTime={entry.created_at}>{formatDateTime(entry.created_at)}</time>
              <DecidedLines lines={entry.quote_lines} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** An own order (CUST-02): the staff's view without internal data. */
export function CustomerOrder({ orderId }: { orderId: string }) {
  const order = useQuery(ownOrderQuery(orderId));
  if (order.isPending) return <Skeleton label={commonTexts.loading} shape="card" />;
  if (!order.data) {
    const missing = dataErrorCode(order.error) === 'not-found';
    return (
      <ErrorState
        as="h1"
        error={order.error}
        message={missing ? orderTexts.notFound : failureText(order.error, orderTexts.failed)}
        onRetry={missing ? undefined : () => void order.refetch()}
        retrying={order.isFetching}
        actions={<LinkButton to={paths.dashboard.getHref()}>{orderTexts.back}</LinkButton>}
      />
    );
  }
  return <OrderPage order={order.data} />;
}

function OrderPage({ order }: { order: OwnOrder }) {
  const decide = useDecideQuoteMutation();
  const heading = useRef<HTMLHeadingElement>(null);
  const isUnrepaired = Boolean(order.unrepaired_reason);
  const wait = useOwnWait(order);
  const promise = toldPromise(order, wait);
  const progress = orderProgress(order.status, order.approved_at);
  const title = [
    orderTexts.title(formatOrderNumber(order.order_number)),
    order.equipment_model || order.equipment_brand,
  ]
    .filter(Boolean)
    // No line begins with the dot.
    .join('\u00A0· ');
  usePageTitle(title);
  const answer = (decision: Decision, quote: OpenQuote) =>
    decide.mutate(
      { orderId: order.id, decision, quote },
      // The buttons disappear once the quote is decided: move the focus before that.
      { onSettled: () => heading.current?.focus({ preventScroll: true }) },
    );

  return (
    <article className={styles.page}>
      <header className={styles.header}>
        <Link to={paths.dashboard.getHref()} className={styles.back} data-target>
          <ArrowLeft aria-hidden="true" />
          {orderTexts.back}
        </Link>
        <div className={styles.heading}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <StatusBadge
            status={order.status}
            labels={isUnrepaired ? UNREPAIRED_LABELS : PUBLIC_STATUS_LABELS}
          />
          <a
            className={buttonClass({ size: 'sm' })}
            href={paths.printClient.getHref(order.id)}
            target="_blank"
            rel="noopener noreferrer"
          >
            <Printer aria-hidden="true" />
            {orderTexts.print}
          </a>
        </div>
        <p className={styles.explanation}>{customerTexts(order.status, isUnrepaired, wait).portal}</p>
        {promise && <p className={styles.strong}>{promise}</p>}
        {isUnrepaired && (
          <p className={styles.strong}>{orderTexts.unrepaired(order.unrepaired_reason ?? '')}</p>
        )}
        {order.warranty_repair && order.warranty_of !== null && (
          <p className={styles.strong}>{orderTexts.warrantyRepair(formatOrderNumber(order.warranty_of))}</p>
        )}
        <dl className={styles.dates}>
          <DateFact term={orderTexts.created} at={order.created_at} />
          <DateFact term={orderTexts.approved} at={order.approved_at} />
          <DateFact term={orderTexts.rejected} at={order.rejected_at} />
        </dl>
      </header>
      <QuoteOutcome decide={decide} status={order.status} />
      {canDecideQuote(order.status) && (
        <QuoteDecision
          orderId={order.id}
          sending={decide.isPending ? decide.variables.decision : null}
          onDecide={answer}
        />
      )}
      {progress.length > 0 && (
        <Card title={orderTexts.progress}>
          <OrderProgress progress={progress} />
        </Card>
      )}
      <OrderFacts order={order} />
      <OwnVisit orderId={order.id} />
      <OwnChecklists orderId={order.id} />
      <OwnPhotos orderId={order.id} />
      <OwnSignatures orderId={order.id} />
      <DecisionHistory entries={order.decision_history} />
    </article>
  );
}

/** The sentence about what the order waits for, as on the public page (TIME-07). */
function useOwnWait(order: OwnOrder): string | null {
  const isOpen = isOpenStatus(order.status);
  const { data } = useQuery({ ...publicOrderStatusQuery(order.order_number), enabled: isOpen });
  return isOpen ? (data?.wait ?? null) : null;
}

function DateFact({ term, at }: { term: string; at: string | null }) {
  if (!at) return null;
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <time dateTime={at}>{formatDateTime(at)}</time>
      </dd>
    </div>
  );
}
