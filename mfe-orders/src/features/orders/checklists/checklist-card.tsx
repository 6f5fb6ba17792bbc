import { useEffect } from 'react';
import { CHECKLIST_MOMENTS, type ChecklistMoment } from '@taller/shared/orders/checklists/checklist.ts';
import { orderChecklistsQuery } from '@taller/shared/orders/checklists/checklist-queries.ts';
import { ChecklistTable } from '@taller/shared/orders/checklists/checklist-table.tsx';
import { checklistTexts } from '@taller/shared/orders/checklists/checklist-texts.ts';
import { watchChecklists } from '@taller/shared/orders/checklists/watch-checklists.ts';
import { orderKeys } from '@taller/shared/orders/keys.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { useQuery, useQueryClient } from '@taller/shared/query';
import { refetch } from '@taller/shared/query/refetch.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import styles from './checklists.module.css';
import { checklistFormTexts as texts } from './texts.ts';

interface ChecklistCardProps {
  order: Pick<Order, 'id' | 'status'>;
  /** Opens the form of a moment. */
  onFillIn: (moment: ChecklistMoment) => void;
}

/** The lists of reception and delivery beside each other (REC-28); nothing for a delivered device without any. */
export function ChecklistCard({ order, onFillIn }: ChecklistCardProps) {
  const client = useQueryClient();
  const { data, error, refetch: readAgain, isFetching } = useQuery(orderChecklistsQuery(order.id));
  useEffect(
    () => watchChecklists(order.id, () => void refetch(client, orderKeys.checklists(order.id))),
    [client, order.id],
  );
  const isOpen = order.status !== 'delivered';
  if (!data)
    return error ? (
      <ErrorState
        error={error}
        message={texts.readFailed}
        onRetry={() => void readAgain()}
        retrying={isFetching}
      />
    ) : null;
  const isEmpty = !data.reception && !data.delivery;
  if (isEmpty && !isOpen) return null;
  return (
    <Card title={checklistTexts.title}>
      {isEmpty ? <p className={styles.empty}>{texts.none}</p> : <ChecklistTable {...data} />}
      {isOpen && (
        <p className={styles.actions}>
          {CHECKLIST_MOMENTS.map((moment) => (
            <Button key={moment} size="sm" onClick={() => onFillIn(moment)}>
              {data[moment] ? texts.correct[moment] : texts.fillIn[moment]}
            </Button>
          ))}
        </p>
      )}
    </Card>
  );
}
