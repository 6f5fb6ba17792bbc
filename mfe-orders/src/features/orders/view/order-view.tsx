import ArrowLeft from 'lucide-react/icons/arrow-left';
import { paths } from '@taller/shared/contract/paths.ts';
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { orderReadFailure } from '@taller/shared/orders/failure-text.ts';
import { orderQuery, type Order } from '@taller/shared/orders/order-query.ts';
import { orderPartsQuery } from '@taller/shared/stock/inventory/order-parts-query.ts';
import { useKeptOpen } from '@taller/shared/forms/use-kept-open.ts';
import { useQuery } from '@taller/shared/query';
import { Link, useNavigate, type CurrentUser } from '@taller/shared/runtime';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import type { OrderTask } from '../actions/order-task.ts';
import { OrderTaskDialog } from '../actions/order-task-dialog.tsx';
import { DecisionHistory } from './decision-history.tsx';
import { DeliveryPanel } from './delivery-panel.tsx';
import { DeviceCodePanel } from './device-code-panel.tsx';
import { CustomerCard, EquipmentCard, NotesCard } from './order-cards.tsx';
import { MissingOrder } from './missing-order.tsx';
import { OrderHeader } from './order-header.tsx';
import { OrderMessages } from './order-messages.tsx';
import { OrderParts } from './order-parts.tsx';
import styles from './order-view.module.css';
import { PaymentPanel } from './payment-panel.tsx';
import { RelatedOrders } from './related-orders.tsx';
import { Timeline } from './timeline.tsx';
import { useLiveOrder } from './use-live-order.ts';

/** The complete order (ORD-12), with its actions. */
export function OrderView({ id, user }: { id: string; user: CurrentUser }) {
  const { data: order, error, refetch, isFetching } = useQuery(orderQuery(id));
  useLiveOrder(id);
  return (
    <div className={styles.page}>
      <Link to={paths.dashboard.getHref()} className={styles.back} data-target>
        <ArrowLeft aria-hidden="true" />
        {orderTexts.backToDesk}
      </Link>
      {error && dataErrorCode(error) === 'not-found' ? (
        <MissingOrder id={id} error={error} />
      ) : order ? (
        <LoadedView order={order} user={user} />
      ) : error ? (
        <ErrorState
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

/** In the order of importance, which is the order on a phone; a wide screen shows the middle part at the right. */
function LoadedView({ order, user: { role } }: { order: Order; user: CurrentUser }) {
  const navigate = useNavigate();
  const [task, setTask] = useKeptOpen<OrderTask>(`orden.${order.id}`);
  const parts = useQuery(orderPartsQuery(order.id));
  // Parts that come later would push the history down. It does not wait for a second attempt, or for the network.
  const areAwaited = parts.isPending && parts.failureCount === 0 && parts.fetchStatus === 'fetching';
  return (
    <>
      <OrderHeader order={order} role={role} onTask={setTask} />
      <div className={styles.columns}>
        <div className={styles.part}>
          {order.status === 'delivered' && <DeliveryPanel order={order} />}
          <CustomerCard order={order} />
          <EquipmentCard order={order} />
        </div>
        <div className={styles.part}>
          <DeviceCodePanel order={order} />
          <NotesCard order={order} />
          <PaymentPanel order={order} role={role} />
          <OrderMessages order={order} />
          <DecisionHistory orderId={order.id} role={role} />
          <RelatedOrders order={order} />
        </div>
        <div className={styles.part}>
          <OrderParts order={order} role={role} />
          <div hidden={areAwaited}>
            <Timeline orderId={order.id} />
          </div>
        </div>
      </div>
      <OrderTaskDialog
        task={task}
        onClose={() => setTask(null)}
        onRemoved={() => void navigate(paths.dashboard.getHref(), { replace: true })}
      />
    </>
  );
}
