import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import { decisionHistoryQuery, decisionOriginsQuery } from '@taller/shared/orders/order-view-queries.ts';
import { DecidedLines } from '@taller/shared/orders/quote/decided-lines.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { may } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { useQuery } from '@taller/shared/query';
import { Card } from '@taller/shared/ui/card.tsx';
import { orderViewTexts as texts } from '#src/features/orders/view/texts.ts';
import styles from './order-view.module.css';

/** The customer's decisions, if any (ORD-12); for admins with their origin. */
export function DecisionHistory({ orderId, role }: { orderId: string; role: Role }) {
  const { data } = useQuery(decisionHistoryQuery(orderId));
  const { data: origins } = useQuery({
    ...decisionOriginsQuery(orderId),
    enabled: may(role, 'quote-origins.see'),
  });
  if (!data || data.length === 0) return null;
  return (
    <Card title={texts.decisions}>
      <ul className={styles.events}>
        {data.map((entry) => {
          const success = entry.type === 'success';
          const origin = origins?.find(({ decision_id }) => decision_id === entry.id);
          const Icon = success ? CircleCheck : CircleX;
          return (
            <li key={entry.id} className={styles.event}>
              <Icon
                role="img"
                aria-label={success ? texts.success : texts.failure}
                className={success ? styles.good : styles.bad}
              />
              <div>
                <p>{entry.message}</p>
                <time className={styles.muted} dateTime={entry.created_at}>
                  {formatDateTime(entry.created_at)}
                </time>
                {origin && (
                  <p className={styles.muted}>
                    {texts.decisionOrigin(origin.account_name, origin.address, origin.browser)}
                  </p>
                )}
                <DecidedLines lines={entry.quote_lines} />
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
