import { paths } from '@taller/shared/contract/paths.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { relatedOrdersQuery } from '@taller/shared/orders/order-view-queries.ts';
import { StatusBadge } from '@taller/shared/orders/status/status-badge.tsx';
import { visitOrdersQuery } from '@taller/shared/orders/visits/visit-orders-query.ts';
import { useQuery } from '@taller/shared/query';
import { Link } from '@taller/shared/runtime';
import { Card } from '@taller/shared/ui/card.tsx';
import { formatDate } from '@taller/shared/values/dates.ts';
import styles from './order-view.module.css';
import { orderViewTexts as texts } from '#src/features/orders/view/texts.ts';

/** Other orders of the same device or customer that are not of its visit; nothing if there are none. */
export function RelatedOrders({ order }: { order: Order }) {
  const { data } = useQuery(relatedOrdersQuery(order));
  const { data: visit = [], isPending } = useQuery(visitOrdersQuery(order.id));
  const others = data?.filter(({ id }) => visit.every((brought) => brought.id !== id)) ?? [];
  if (isPending || others.length === 0) return null;
  return (
    <Card title={texts.related}>
      <ul className={styles.related}>
        {others.map((other) => (
          <li key={other.id}>
            <div>
              <Link to={paths.orderView.getHref(other.id)}>#{formatOrderNumber(other.order_number)}</Link>{' '}
              {other.equipment_brand} {other.equipment_model}
              <p className={styles.muted}>
                {formatDate(other.created_at)} · {other.sameDevice ? texts.sameDevice : texts.sameCustomer}
              </p>
            </div>
            <StatusBadge status={other.status} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
