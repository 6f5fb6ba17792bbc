import { orderChecklistsQuery } from '@taller/shared/orders/checklists/checklist-queries.ts';
import { printedCodeQuery, printOrderQuery } from '@taller/shared/orders/print-queries.ts';
import { orderKeys } from '@taller/shared/orders/keys.ts';
import { devicePlaceQuery } from '@taller/shared/orders/places/place-queries.ts';
import { useQuery, useQueryClient } from '@taller/shared/query';
import { readOrderIds } from '#src/features/print/order-ids.ts';
import type { PrintOptions } from '#src/features/print/print-options.ts';
import { PrintLoading, PrintProblem } from '#src/features/print/print-problem.tsx';
import { SheetPages } from '#src/features/print/sheet-pages.tsx';
import { TechnicalSheet } from '#src/features/print/technical-sheet.tsx';

/**
 * The bench's sheets of some orders. A code is requested only if one is stored, because each access is logged; one that
 * cannot be read is said on its sheet.
 */
export function PrintTechnical({ orders, options }: { orders: string; options: PrintOptions }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    // Read once: paper does not change while it is printed.
    staleTime: Infinity,
    gcTime: 0,
    // The queries inside retry on their own.
    retry: false,
    queryKey: [...orderKeys.printed(orders), 'technical'],
    queryFn: async () => {
      const found = await Promise.all(
        readOrderIds(orders).map((id) => client.fetchQuery(printOrderQuery(id))),
      );
      // All orders first: a missing one is no reason to look at codes.
      return Promise.all(
        found.map(async (order) => {
          const [code] = order.device_code_stored
            ? await Promise.allSettled([client.fetchQuery(printedCodeQuery(order.id))])
            : [];
          return {
            order,
            lists: await client.fetchQuery(orderChecklistsQuery(order.id)).catch(() => null),
            place: await client.fetchQuery(devicePlaceQuery(order.id)).catch(() => null),
            code: code?.status === 'fulfilled' ? code.value : null,
            codeFailed: code?.status === 'rejected',
          };
        }),
      );
    },
  });
  if (error) return <PrintProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <PrintLoading />;
  return (
    <SheetPages
      {...options}
      sheets={data.map(({ order, lists, place, code, codeFailed }) => ({
        orderNumber: order.order_number,
        content: (
          <TechnicalSheet
            order={order}
            place={place}
            accessories={lists?.reception?.accessories}
            code={code}
            codeFailed={codeFailed}
            origin={location.origin}
          />
        ),
      }))}
    />
  );
}
