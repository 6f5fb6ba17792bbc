import { orderKeys } from '@taller/shared/orders/keys.ts';
import { orderChecklistsQuery } from '@taller/shared/orders/checklists/checklist-queries.ts';
import { printOrderQuery } from '@taller/shared/orders/print-queries.ts';
import { useQuery, useQueryClient } from '@taller/shared/query';
import { useParams } from '@taller/shared/runtime';
import { accessoryLabels, deviceLabel } from './device-label.ts';
import { LabelPages } from './label-pages.tsx';
import { lastLabelSize } from './label-size.ts';
import { readOrderIds } from './order-ids.ts';
import { PrintLoading, PrintProblem } from './print-problem.tsx';

/** /print-labels/:id: the labels of the devices of some orders, and of what came with each (REC-95). */
export function PrintLabelsPage() {
  const { id: orders = '' } = useParams();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    staleTime: Infinity,
    gcTime: 0,
    // The queries inside retry on their own.
    retry: false,
    queryKey: [...orderKeys.printed(orders), 'labels'],
    queryFn: () =>
      Promise.all(
        readOrderIds(orders).map(async (id) => {
          const [order, lists] = await Promise.all([
            client.fetchQuery(printOrderQuery(id)),
            client.fetchQuery({ ...orderChecklistsQuery(id), staleTime: 0 }),
          ]);
          const accessories = lists.reception?.accessories ?? [];
          return [
            deviceLabel(order, location.origin),
            ...accessoryLabels(order, accessories, location.origin),
          ];
        }),
      ),
  });
  if (error) return <PrintProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <PrintLoading />;
  return <LabelPages size={lastLabelSize()} labels={data.flat()} />;
}
