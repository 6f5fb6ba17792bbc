import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { orderReadFailure } from '@taller/shared/orders/failure-text.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { orderQuery, type Order, internalNotesQuery } from '@taller/shared/orders/order-queries.ts';
import type { StepTarget } from '@taller/shared/orders/status/next-step.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { useQuery, useQueryClient } from '@taller/shared/query';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import type { OrderTask } from '../actions/order-task.ts';
import { StatusSelect } from '../actions/status-select.tsx';
import { MissingOrder } from '../view/missing-order.tsx';
import { NextStepButton } from '../view/next-step-button.tsx';
import { CustomerCard, EquipmentCard, NotesCard } from '../view/order-cards.tsx';
import { OrderMessages } from '../view/order-messages.tsx';
import { OrderParts } from '../view/order-parts.tsx';
import { PaymentPanel } from '../view/payment-panel.tsx';
import { Timeline } from '../view/timeline.tsx';
import { PromisePanel } from '../promises/promise-panel.tsx';
import { VisitPanel } from '../visits/visit-panel.tsx';
import { WaitPanel } from '../waits/wait-panel.tsx';
import { WarrantyPanel } from '../warranty/warranty-panel.tsx';
import { PeekHead } from './peek-head.tsx';
import styles from './peek-panel.module.css';
import { PeekWaiting } from './peek-waiting.tsx';
import { useEffect, useState } from 'react';
import { orderPaymentsQuery } from '@taller/shared/orders/ledger/payments-query.ts';
import { visitOrdersQuery } from '@taller/shared/orders/visits/visit-orders-query.ts';
import { orderMessagesQuery } from '@taller/shared/messages/message-queries.ts';
import { devicePlaceQuery } from '@taller/shared/orders/places/place-queries.ts';
import { timelineQuery } from '@taller/shared/orders/timeline-query.ts';
import { mayHaveReturns } from '@taller/shared/orders/warranty/cover-of.ts';
import { orderWarrantyQuery } from '@taller/shared/orders/warranty/order-warranty-query.ts';
import { orderPartsQuery } from '@taller/shared/stock/inventory/order-parts-query.ts';

/**
 * The last of the wanted orders of which everything was read, or could not be read: until then the one before stays, so
 * that nothing flashes. Null at first. Only what is wanted is read, no neighbours: every read is logged.
 */
function useReadOrder(id: string): string | null {
  const client = useQueryClient();
  const [read, setRead] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    const readAll = async () => {
      await Promise.all([
        client.prefetchQuery(orderQuery(id)),
        client.prefetchQuery(timelineQuery(id)),
        client.prefetchQuery(internalNotesQuery(id)),
        client.prefetchQuery(orderPartsQuery(id)),
        client.prefetchQuery(orderMessagesQuery(id)),
        client.prefetchQuery(orderPaymentsQuery(id)),
        client.prefetchQuery(visitOrdersQuery(id)),
        client.prefetchQuery(devicePlaceQuery(id)),
      ]);
      const order = client.getQueryData(orderQuery(id).queryKey);
      if (order && mayHaveReturns(order)) await client.prefetchQuery(orderWarrantyQuery(id));
      if (isWanted) setRead(id);
    };
    void readAll();
    return () => {
      isWanted = false;
    };
  }, [client, id]);
  return read;
}

/** How many of the newest events are shown at first. */
const EVENTS = 4;

export interface PeekPanelProps {
  id: string;
  role: Role;
  /** Orders that somebody deleted while they were visible. */
  deletedIds: ReadonlySet<string>;
  onTask: (task: OrderTask) => void;
  onChooseStatus: (order: Order, target: StepTarget) => void;
  onClose: () => void;
}

/** The order beside the list: that of `id`, or the one before while it is read (ORD-85). */
export function PeekPanel({ id, ...rest }: PeekPanelProps) {
  const read = useReadOrder(id);
  // Keyed by order, so that local state, such as a price being typed, does not carry over to the next order.
  return read === null ? (
    <>
      <PeekHead onClose={rest.onClose} />
      <PeekWaiting />
    </>
  ) : (
    <PeekOrder key={read} id={read} isBefore={read !== id} {...rest} />
  );
}

interface PeekOrderProps extends PeekPanelProps {
  /** It is still the order before the wanted one: to be seen, not to be used. */
  isBefore: boolean;
}

function PeekOrder({ id, isBefore, role, deletedIds, onTask, onChooseStatus, onClose }: PeekOrderProps) {
  const { data: order, error, refetch, isFetching } = useQuery(orderQuery(id));
  const isGone = deletedIds.has(id) || (error !== null && dataErrorCode(error) === 'not-found');
  return (
    <div className={styles.order} aria-busy={isBefore} inert={isBefore}>
      <PeekHead order={isGone ? undefined : order} onClose={onClose} />
      {isGone ? (
        <MissingOrder id={id} error={error} />
      ) : order ? (
        <Body order={order} role={role} onTask={onTask} onChooseStatus={onChooseStatus} />
      ) : error ? (
        <ErrorState
          error={error}
          message={orderReadFailure(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <PeekWaiting />
      )}
    </div>
  );
}

/** The same parts as in the order view, the first those that are asked about at the counter. */
function Body({
  order,
  role,
  onTask,
  onChooseStatus,
}: { order: Order } & Pick<PeekPanelProps, 'role' | 'onTask' | 'onChooseStatus'>) {
  return (
    <div className={styles.body}>
      <div className={styles.now}>
        <StatusSelect
          status={order.status}
          role={role}
          label={orderTexts.desk.statusOf(formatOrderNumber(order.order_number))}
          onChoose={(status) => onChooseStatus(order, status)}
        />
        <NextStepButton
          order={order}
          role={role}
          size="sm"
          onChoose={(target) => onChooseStatus(order, target)}
        />
      </div>
      <PromisePanel order={order} role={role} onChange={() => onTask({ kind: 'promise', order })} />
      <WaitPanel order={order} role={role} onChange={() => onTask({ kind: 'wait', order })} />
      <WarrantyPanel order={order} role={role} onOutcome={() => onTask({ kind: 'warranty', order })} />
      <CustomerCard order={order} />
      <PaymentPanel
        order={order}
        role={role}
        onTask={(kind, paymentId) => onTask({ kind, order, ...(paymentId && { paymentId }) })}
      />
      <VisitPanel order={order} role={role} onDeliver={() => onTask({ kind: 'deliverVisit', order })} />
      <EquipmentCard order={order} />
      <NotesCard order={order} />
      <Timeline orderId={order.id} shown={EVENTS} />
      <OrderParts order={order} role={role} />
      <OrderMessages order={order} />
    </div>
  );
}
