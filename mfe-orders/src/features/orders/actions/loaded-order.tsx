import type { ReactNode } from 'react';
import { orderQuery, type Order } from '@taller/shared/orders/order-query.ts';
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { useQuery } from '@taller/shared/query';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import { orderReadFailure } from '@taller/shared/orders/failure-text.ts';

interface LoadedOrderProps {
  id: string;
  /** The version that the row shows. */
  version: number;
  children: (order: Order) => ReactNode;
}

/**
 * Shows its children once the whole order is there: a row of the list carries only the beginning of its texts. What the cache holds
 * from before is not enough when the row knows better: its balance or notes may be those of another day.
 */
export function LoadedOrder({ id, version, children }: LoadedOrderProps) {
  const { data, error, refetch, isFetching, isFetchedAfterMount, isPaused } = useQuery({
    ...orderQuery(id),
    refetchOnMount: 'always',
  });
  if (data && (data.version >= version || isFetchedAfterMount || isPaused)) return children(data);
  return (
    <DialogBody>
      {error ? (
        <ErrorState
          error={error}
          message={dataErrorCode(error) === 'not-found' ? orderTexts.notFound : orderReadFailure(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Skeleton label={orderTexts.loading} count={4} />
      )}
    </DialogBody>
  );
}
