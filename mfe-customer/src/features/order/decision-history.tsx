import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import type { OwnOrder } from '@taller/shared/orders/own/own-order-query.ts';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { orderTexts } from '#src/features/order/texts.ts';
import styles from './customer-order.module.css';

/** The decisions on an order's quotes; nothing if there are none. */
export function DecisionHistory({ entries }: { entries: OwnOrder['decision_history'] }) {
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
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
