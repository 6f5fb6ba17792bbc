import { latestOf } from '@taller/shared/orders/signatures/signature.ts';
import { orderSignaturesQuery } from '@taller/shared/orders/signatures/signature-queries.ts';
import { useQueries } from '@taller/shared/query';

/** Hook: those of the orders whose delivery nobody has signed for as they are now, and whether all were read. */
export function useUnsigned(
  orderIds: readonly string[],
  enabled: boolean,
): { unsigned: string[]; isRead: boolean } {
  const signatures = useQueries({
    queries: orderIds.map((id) => ({ ...orderSignaturesQuery(id), enabled })),
  });
  const unsigned = orderIds.filter((_, at) => {
    const data = signatures[at]?.data;
    return data !== undefined && !latestOf(data, 'delivery')?.is_current;
  });
  return { unsigned, isRead: signatures.every(({ data }) => data !== undefined) };
}
