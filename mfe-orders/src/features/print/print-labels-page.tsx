import { orderKeys } from '@taller/shared/orders/keys.ts';
import { printOrderQuery } from '@taller/shared/orders/print-queries.ts';
import { useQuery, useQueryClient } from '@taller/shared/query';
import { useParams } from '@taller/shared/runtime';
import { deviceLabel } from './device-label.ts';
import { LabelPages } from './label-pages.tsx';
import { lastLabelSize } from './label-size.ts';
import { readOrderIds } from './order-ids.ts';
import { PrintLoading, PrintProblem } from './print-problem.tsx';

/** /print-labels/:id: the labels of the devices of some orders (REC-95). */
export function PrintLabelsPage() {
  const { id: orders = '' } = useParams();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    staleTime: Infinity,
    gcTime: 0,
    // The queries inside retry on their own.
    retry: false,
    queryKey: [...orderKeys.printed(orders), 'labels'],
    queryFn: () => Promise.all(readOrderIds(orders).map((id) => client.fetchQuery(printOrderQuery(id)))),
  });
  if (error) return <PrintProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <PrintLoading />;
  return (
    <LabelPages size={lastLabelSize()} labels={data.map((order) => deviceLabel(order, location.origin))} />
  );
}
