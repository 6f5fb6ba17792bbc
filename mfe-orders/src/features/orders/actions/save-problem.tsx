import { useQuery } from '@taller/shared/query';
import { conflictingOrder } from '@taller/shared/orders/update-order.ts';
import { changesSinceQuery } from '@taller/shared/orders/timeline-query.ts';
import { formatRelative } from '@taller/shared/values/dates.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import { orderViewTexts } from '#src/features/orders/view/texts.ts';
import { describeChanges } from '../shared/describe-change.ts';
import { orderSaveFailure } from '@taller/shared/orders/failure-text.ts';
import { usePeople } from '../shared/use-people.ts';
import styles from './save-problem.module.css';

interface SaveProblemProps {
  orderId: string;
  /** The version that the user had read. */
  version: number;
  error: unknown;
}

/** The reason why a save failed, in a dialog that stays open. For a conflict it shows who changed what. */
export function SaveProblem({ orderId, version, error }: SaveProblemProps) {
  if (!error) return null;
  return conflictingOrder(error) ? (
    <Changes orderId={orderId} version={version} />
  ) : (
    <Banner tone="danger">{orderSaveFailure(error)}</Banner>
  );
}

function Changes({ orderId, version }: Omit<SaveProblemProps, 'error'>) {
  const { data } = useQuery(changesSinceQuery(orderId, version));
  const people = usePeople();
  return (
    <Banner tone="warning" alert>
      <strong>{orderTexts.conflict.title}</strong>
      <p>{orderTexts.conflict.text}</p>
      <ul className={styles.changes}>
        {data?.map((event) => (
          <li key={event.id}>
            <strong>
              {orderTexts.conflict.by(
                event.actor_name ?? orderViewTexts.bySystem,
                formatRelative(event.created_at),
              )}
            </strong>
            {describeChanges(event.changes, people).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </li>
        ))}
      </ul>
      <p>{orderTexts.conflict.again}</p>
    </Banner>
  );
}
