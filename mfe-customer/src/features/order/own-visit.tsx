import { paths } from '@taller/shared/contract/paths.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { StatusBadge } from '@taller/shared/orders/status/status-badge.tsx';
import { PUBLIC_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import { visitOrdersQuery } from '@taller/shared/orders/visits/visit-orders-query.ts';
import { useQuery } from '@taller/shared/query';
import { Link } from '@taller/shared/runtime';
import { Card } from '@taller/shared/ui/card.tsx';
import { orderTexts } from '#src/features/order/texts.ts';
import styles from './customer-order.module.css';

/** The own orders whose devices came with this one (REC-03); nothing if there are none. */
export function OwnVisit({ orderId }: { orderId: string }) {
  const { data = [] } = useQuery(visitOrdersQuery(orderId));
  const others = data.filter(({ id }) => id !== orderId);
  if (others.length === 0) return null;
  return (
    <Card title={orderTexts.visit}>
      <ul className={styles.visit}>
        {others.map((other) => (
          <li key={other.id}>
            <Link to={paths.orderView.getHref(other.id)} data-target>
              {orderTexts.ofVisit(
                formatOrderNumber(other.order_number),
                `${other.equipment_brand} ${other.equipment_model}`,
              )}
            </Link>
            <StatusBadge status={other.status} labels={PUBLIC_STATUS_LABELS} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
