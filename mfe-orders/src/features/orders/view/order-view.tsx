import ArrowLeft from 'lucide-react/icons/arrow-left';
import { may } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { orderReadFailure } from '@taller/shared/orders/failure-text.ts';
import { orderQuery, type Order } from '@taller/shared/orders/order-queries.ts';
import { orderPartsQuery } from '@taller/shared/stock/inventory/order-parts-query.ts';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { useQuery, useQueryClient } from '@taller/shared/query';
import { Link, useNavigate, type CurrentUser } from '@taller/shared/runtime';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { lazyPart } from '@taller/shared/ui/lazy-part.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { usePreloaded } from '#src/components/use-preloaded.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import type { OrderTask } from '../actions/order-task.ts';
import { OrderTaskDialog } from '../actions/order-task-dialog.tsx';
import { returnToDesk } from '../desk/desk-return.ts';
import { DecisionHistory } from './decision-history.tsx';
import { DeviceCodePanel } from './device-code-panel.tsx';
import { CustomerCard, EquipmentCard, NotesCard } from './order-cards.tsx';
import { MissingOrder } from './missing-order.tsx';
import { OrderHeader } from './order-header.tsx';
import { OrderMessages } from './order-messages.tsx';
import { OrderParts } from './order-parts.tsx';
import { RelatedOrders } from './related-orders.tsx';
import styles from './order-view.module.css';
import { PaymentPanel } from './payment-panel.tsx';
import { Timeline } from './timeline.tsx';
import { ChecklistCard } from '../checklists/checklist-card.tsx';
import { PartsPanel } from '../parts/parts-panel.tsx';
import { PromisePanel } from '../promises/promise-panel.tsx';
import { QuotePanel } from '../quote/quote-panel.tsx';
import { VisitPanel } from '../visits/visit-panel.tsx';
import { WaitPanel } from '../waits/wait-panel.tsx';
import { correctionTexts, outcomeTexts } from '../warranty/texts.ts';
import { WarrantyPanel } from '../warranty/warranty-panel.tsx';
import { watchWaits } from '@taller/shared/orders/waits/watch-waits.ts';
import { useEffect, useState } from 'react';
import { orderKeys } from '@taller/shared/orders/keys.ts';
import { watchOrders } from '@taller/shared/orders/watch-orders.ts';
import { refetch } from '@taller/shared/query/refetch.ts';
import { formatDate, formatDateTime } from '@taller/shared/values/dates.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { orderViewTexts as texts } from '#src/features/orders/view/texts.ts';
import CirclePause from 'lucide-react/icons/circle-pause';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ShieldOff from 'lucide-react/icons/shield-off';
import { orderWarrantyQuery } from '@taller/shared/orders/warranty/order-warranty-query.ts';
import { isRunning, warrantyDaysWords, warrantyEndWords } from '@taller/shared/orders/warranty.ts';
import { coverOf, mayHaveReturns } from '@taller/shared/orders/warranty/cover-of.ts';
import { LEGAL_CLOCK, legalFacts } from '@taller/shared/orders/warranty/legal-clock.ts';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { DefinitionList } from '@taller/shared/ui/definition-list.tsx';

const OrderPhotos = lazyPart(
  () => import('../photos/order-photos.tsx').then((module) => module.OrderPhotos),
  <Skeleton label={orderTexts.loading} count={2} />,
);

const SignaturesCard = lazyPart(
  () => import('../signatures/signatures-card.tsx').then((module) => module.SignaturesCard),
  <Skeleton label={orderTexts.loading} count={2} />,
);

const DIALOGS = [OrderTaskDialog];

interface DeliveryPanelProps {
  order: Order;
  role: Role;
  /** Opens the dialog that corrects the warranty. */
  onCorrect: () => void;
}

/** Delivery date and warranty of a delivered device (ORD-12). */
function DeliveryPanel({ order, role, onCorrect }: DeliveryPanelProps) {
  const { delivered_at: deliveredAt, unrepaired_reason: unrepaired } = order;
  const { data: warranty } = useQuery({ ...orderWarrantyQuery(order.id), enabled: mayHaveReturns(order) });
  const cover = coverOf(order, warranty);
  const { warranty_end: end, suspended_since: suspendedSince } = cover;
  const active = isRunning(end);
  const goesOn = order.warranty_repair && order.warranty_of ? outcomeTexts.goesOn(order.warranty_of) : null;
  return (
    <Card
      title={texts.delivery}
      actions={
        end &&
        (!active ? (
          <Badge icon={<ShieldOff aria-hidden="true" />}>{texts.warrantyOver}</Badge>
        ) : suspendedSince ? (
          <Badge tone="warning" icon={<CirclePause aria-hidden="true" />}>
            {texts.warrantySuspended(formatDate(suspendedSince))}
          </Badge>
        ) : (
          <Badge tone="success" icon={<ShieldCheck aria-hidden="true" />}>
            {texts.warrantyActive}
          </Badge>
        ))
      }
    >
      <DefinitionList
        items={[
          { term: texts.deliveredOn, value: formatDateTime(deliveredAt) },
          ...(unrepaired ? [{ term: texts.unrepaired, value: unrepaired, wide: true }] : []),
          { term: texts.warranty, value: warrantyDaysWords(order, '\n') || (goesOn ?? texts.noWarranty) },
          ...(end ? [{ term: texts.warrantyUntil, value: warrantyEndWords(cover, '\n') }] : []),
        ]}
      />
      {may(role, 'orders.correct-warranty') && (
        <p className={styles.correct}>
          <Button size="sm" onClick={onCorrect}>
            {correctionTexts.open}
          </Button>
        </p>
      )}
    </Card>
  );
}

/** The dates that the law names for the order (WARR-14); nothing for an order without any. */
function LegalClock({ order }: { order: Order }) {
  const isDelivered = order.status === 'delivered';
  const { data: warranty } = useQuery({
    ...orderWarrantyQuery(order.id),
    enabled: isDelivered && mayHaveReturns(order),
  });
  const facts = legalFacts(order, warranty?.stays ?? []);
  if (facts.length === 0) return null;
  return (
    <Card title={LEGAL_CLOCK.title}>
      <DefinitionList items={facts} />
      {isDelivered && <p className={styles.legal}>{LEGAL_CLOCK.note}</p>}
    </Card>
  );
}

/** Reloads an order when a colleague, or the customer, changed it or what it waits for. */
function useLiveOrder(id: string): void {
  const client = useQueryClient();
  useEffect(
    () =>
      watchOrders((signal) => {
        const touches =
          signal.kind === 'resumed' ||
          (signal.kind === 'deleted' ? signal.id === id : signal.order.id === id);
        if (touches) void refetch(client, orderKeys.detail(id));
      }),
    [client, id],
  );
  useEffect(
    () =>
      watchWaits({
        onChange: (orderId) => void (orderId === id && refetch(client, orderKeys.detail(id))),
        onResumed: () => void refetch(client, orderKeys.detail(id)),
      }),
    [client, id],
  );
}

/** The complete order (ORD-12), with its actions. */
export function OrderView({ id, user }: { id: string; user: CurrentUser }) {
  const { data: order, error, refetch, isFetching } = useQuery(orderQuery(id));
  const warranty = useQuery({
    ...orderWarrantyQuery(id),
    enabled: order !== undefined && mayHaveReturns(order),
  });
  // Decided at the first render only: lines that come later would push the cards below them down.
  const [isShown, setShown] = useState(false);
  if (!isShown && order && !(warranty.isLoading && warranty.failureCount === 0)) setShown(true);
  useLiveOrder(id);
  const { search, state } = returnToDesk(id);
  return (
    <div className={styles.page}>
      <Link
        to={{ pathname: paths.dashboard.getHref(), search }}
        state={state}
        className={styles.back}
        data-target
      >
        <ArrowLeft aria-hidden="true" />
        {orderTexts.backToDesk}
      </Link>
      {error && dataErrorCode(error) === 'not-found' ? (
        <MissingOrder id={id} error={error} />
      ) : order && isShown ? (
        <LoadedView order={order} user={user} />
      ) : error ? (
        <ErrorState
          as="h1"
          error={error}
          message={orderReadFailure(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Skeleton label={orderTexts.loading} shape="card" count={4} />
      )}
    </div>
  );
}

/** The parts by importance, which is their order on a phone; a wide screen shows the middle part at the right. */
function LoadedView({ order, user: { role } }: { order: Order; user: CurrentUser }) {
  const navigate = useNavigate();
  const [task, setTask] = usePersistedDialog<OrderTask>(`orden.${order.id}`);
  usePreloaded(DIALOGS);
  const parts = useQuery(orderPartsQuery(order.id));
  // Parts that come later would push the history down. It does not wait for a second attempt, or for the network.
  const areAwaited = parts.isPending && parts.failureCount === 0 && parts.fetchStatus === 'fetching';
  return (
    <>
      <OrderHeader order={order} role={role} onTask={setTask} />
      <PromisePanel order={order} role={role} onChange={() => setTask({ kind: 'promise', order })} />
      <WaitPanel order={order} role={role} onChange={() => setTask({ kind: 'wait', order })} />
      <WarrantyPanel order={order} role={role} onOutcome={() => setTask({ kind: 'warranty', order })} />
      <div className={styles.columns}>
        <div className={styles.part}>
          {order.status === 'delivered' && (
            <DeliveryPanel
              order={order}
              role={role}
              onCorrect={() => setTask({ kind: 'correctWarranty', order })}
            />
          )}
          <CustomerCard
            order={order}
            onContact={may(role, 'customers.change') ? () => setTask({ kind: 'contact', order }) : undefined}
          />
          <EquipmentCard order={order} />
          <LegalClock order={order} />
        </div>
        <div className={styles.part}>
          <PaymentPanel
            order={order}
            role={role}
            onTask={(kind, paymentId) => setTask({ kind, order, ...(paymentId && { paymentId }) })}
          />
          <QuotePanel order={order} role={role} onEdit={() => setTask({ kind: 'lines', order })} />
          <DeviceCodePanel order={order} />
          <NotesCard order={order} />
          <OrderMessages order={order} />
          <DecisionHistory orderId={order.id} role={role} />
          <VisitPanel order={order} role={role} onDeliver={() => setTask({ kind: 'deliverVisit', order })} />
          <RelatedOrders order={order} />
        </div>
        <div className={styles.part}>
          <PartsPanel
            order={order}
            onTask={(kind, partId) => setTask({ kind, order, ...(partId && { partId }) })}
          />
          <OrderParts order={order} role={role} />
          <ChecklistCard
            order={order}
            onFillIn={(moment) => setTask({ kind: `${moment}Checklist`, order })}
          />
          {/* Before the signature, which seals the photos that are there. */}
          <OrderPhotos order={order} />
          <SignaturesCard order={order} />
          <div hidden={areAwaited}>
            <Timeline orderId={order.id} />
          </div>
        </div>
      </div>
      {task && (
        <OrderTaskDialog
          task={task}
          onTask={setTask}
          onClose={() => setTask(null)}
          onRemoved={() => void navigate(paths.dashboard.getHref(), { replace: true })}
        />
      )}
    </>
  );
}
