import { useParams, useSearchParams } from '@taller/shared/runtime';
import { readPrintOptions, type PrintOptions } from '#src/features/print/print-options.ts';
import { orderKeys } from '@taller/shared/orders/keys.ts';
import { printOrderQuery, printedTermsQuery } from '@taller/shared/orders/print-queries.ts';
import { useQuery, useQueryClient } from '@taller/shared/query';
import { ClientSheet } from '#src/features/print/client-sheet.tsx';
import { readOrderIds } from '#src/features/print/order-ids.ts';
import { PrintLoading, PrintProblem } from '#src/features/print/print-problem.tsx';
import { SheetPages } from '#src/features/print/sheet-pages.tsx';

/** The customer's sheets of some orders: loads all, prints them at once, closes the window (ORD-13, ORD-79). */
export function PrintClient({ orders, options }: { orders: string; options: PrintOptions }) {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({
    // Fetched once: paper does not change while it is printed.
    staleTime: Infinity,
    gcTime: 0,
    // The queries inside retry on their own.
    retry: false,
    queryKey: [...orderKeys.printed(orders), 'client'],
    queryFn: () =>
      Promise.all(
        readOrderIds(orders).map(async (id) => ({
          order: await queryClient.fetchQuery(printOrderQuery(id)),
          terms: await queryClient.fetchQuery(printedTermsQuery(id)),
        })),
      ),
  });
  if (error) return <PrintProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <PrintLoading />;
  return (
    <SheetPages
      {...options}
      sheets={data.map(({ order, terms }) => ({
        orderNumber: order.order_number,
        content: <ClientSheet order={order} terms={terms} origin={location.origin} />,
      }))}
    />
  );
}

export function PrintClientPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  return <PrintClient orders={id} options={readPrintOptions(search)} />;
}
