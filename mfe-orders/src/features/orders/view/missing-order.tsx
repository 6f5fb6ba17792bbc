import { orderDeletionQuery } from '@taller/shared/orders/order-view-queries.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { useQuery } from '@taller/shared/query';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { orderTexts } from '#src/features/orders/texts.ts';

/** Says who deleted the order, or that it never existed (ORD-12, ORD-17). */
export function MissingOrder({ id, error }: { id: string; error: unknown }) {
  const { data: deletion, isPending } = useQuery(orderDeletionQuery(id));
  if (isPending) return <Skeleton label={orderTexts.loading} shape="card" count={4} />;
  if (!deletion) return <ErrorState as="h1" error={error} message={orderTexts.notFound} />;
  const { order_number: number, actor_name: name, created_at: at } = deletion;
  return (
    <div role="alert">
      <EmptyState as="h1" title={orderTexts.deleted(formatOrderNumber(number))}>
        {orderTexts.deletedBy(name ?? orderTexts.unknownPerson, formatDateTime(at))}
      </EmptyState>
    </div>
  );
}
