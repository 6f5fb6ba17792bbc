import { internalNotesQuery } from '@taller/shared/orders/internal-notes-query.ts';
import { useQuery } from '@taller/shared/query';
import { Card } from '@taller/shared/ui/card.tsx';
import { orderViewTexts as texts } from '#src/features/orders/view/texts.ts';
import styles from './order-view.module.css';

/** Internal notes, invisible to the customer. */
export function InternalNotes({ orderId }: { orderId: string }) {
  const { data } = useQuery(internalNotesQuery(orderId));
  return (
    <Card title={texts.internalNotes}>
      <p className={styles.text}>{data?.internal_notes || texts.noNotes}</p>
    </Card>
  );
}
