import type { ReactNode } from 'react';
import { orderQuery, type Order } from '@taller/shared/orders/order-queries.ts';
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { useQuery } from '@taller/shared/query';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import { orderReadFailure } from '@taller/shared/orders/failure-text.ts';

interface LoadedOrderProps {
  id: string;
  /** The version shown in the row. */
  version: number;
  children: (order: Order) => ReactNode;
}

/**
 * Renders its children once the whole order is loaded: a list row contains only truncated texts. A cached order is not
 * sufficient if the row is newer: its balance or notes may be outdated.
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
