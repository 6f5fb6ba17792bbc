import { orderChecklistsQuery } from '@taller/shared/orders/checklists/checklist-queries.ts';
import { ChecklistTable } from '@taller/shared/orders/checklists/checklist-table.tsx';
import { checklistTexts } from '@taller/shared/orders/checklists/checklist-texts.ts';
import { orderReadFailure } from '@taller/shared/orders/failure-text.ts';
import { useQuery } from '@taller/shared/query';
import { Card } from '@taller/shared/ui/card.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';

/** The checklists of an own device at reception and delivery; renders nothing without any (REC-123). */
export function OwnChecklists({ orderId }: { orderId: string }) {
  const { data, error, refetch, isFetching } = useQuery(orderChecklistsQuery(orderId));
  if (error && !data)
    return (
      <ErrorState
        error={error}
        message={orderReadFailure(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  if (!data || (!data.reception && !data.delivery)) return null;
  return (
    <Card title={checklistTexts.title}>
      <ChecklistTable {...data} />
    </Card>
  );
}
