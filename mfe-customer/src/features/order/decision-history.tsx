import { CircleCheck, CircleX } from 'lucide-react';
import type { OwnOrder } from '@taller/shared/orders/own/own-order-query.ts';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { es } from '#src/texts/es.ts';
import styles from './customer-order.module.css';

/** The decisions on the quotes of an order; nothing where there are none. */
export function DecisionHistory({ entries }: { entries: OwnOrder['decision_history'] }) {
  if (entries.length === 0) return null;
  return (
    <Card title={es.order.history}>
      <ul className={styles.history}>
        {entries.map((entry) => (
          <li key={entry.id}>
            {entry.type === 'success' ? (
              <CircleCheck className={styles.success} role="img" aria-label={es.order.success} />
            ) : (
              <CircleX className={styles.failure} role="img" aria-label={es.order.failure} />
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
