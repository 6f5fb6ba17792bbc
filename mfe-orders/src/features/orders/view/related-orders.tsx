import { paths } from '@taller/shared/contract/paths.ts';
import type { Order } from '@taller/shared/orders/order-query.ts';
import { relatedOrdersQuery } from '@taller/shared/orders/related-orders-query.ts';
import { formatDate } from '@taller/shared/values/dates.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { useQuery } from '@taller/shared/query';
import { Link } from '@taller/shared/runtime';
import { Card } from '@taller/shared/ui/card.tsx';
import { StatusBadge } from '@taller/shared/orders/status/status-badge.tsx';
import { orderViewTexts as texts } from '#src/features/orders/view/texts.ts';
import styles from './order-view.module.css';

/** Other orders of the same device or customer; nothing if there are none. */
export function RelatedOrders({ order }: { order: Order }) {
  const { data } = useQuery(relatedOrdersQuery(order));
  if (!data || data.length === 0) return null;
  return (
    <Card title={texts.related}>
      <ul className={styles.related}>
        {data.map((other) => (
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
