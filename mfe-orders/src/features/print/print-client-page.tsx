import { useParams, useSearchParams } from '@taller/shared/runtime';
import {
  lastPaper,
  readPrintOptions,
  VISIT_PARAMETER,
  type PrintOptions,
} from '#src/features/print/print-options.ts';
import { orderChecklistsQuery } from '@taller/shared/orders/checklists/checklist-queries.ts';
import { orderKeys } from '@taller/shared/orders/keys.ts';
import { printOrderQuery, printedTermsQuery } from '@taller/shared/orders/print-queries.ts';
import { paperCodeQuery } from '@taller/shared/orders/records/paper-queries.ts';
import { orderSignaturesQuery } from '@taller/shared/orders/signatures/signature-queries.ts';
import { useQuery, useQueryClient } from '@taller/shared/query';
import { ClientSheet } from '#src/features/print/client-sheet.tsx';
import { readOrderIds } from '#src/features/print/order-ids.ts';
import { PrintLoading, PrintProblem } from '#src/features/print/print-problem.tsx';
import { PrintReceipt } from '#src/features/print/print-receipt.tsx';
import { VisitSheet } from '#src/features/print/visit-sheet.tsx';
import { SheetPages } from '#src/features/print/sheet-pages.tsx';

interface PrintClientProps {
  /** Their ids, with commas between them. */
  orders: string;
  options: PrintOptions;
  /** One slip for all of them. */
  isVisit?: boolean;
}

/** The customer's sheets of some orders: loads all, prints them at once, closes the window (ORD-13, ORD-79). */
export function PrintClient({ orders, options, isVisit = false }: PrintClientProps) {
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
        readOrderIds(orders).map(async (id) => {
          // First: of an order that is gone nothing else is asked.
          const order = await queryClient.fetchQuery(printOrderQuery(id));
          const [checklists, signatures, terms] = await Promise.all([
            queryClient.fetchQuery(orderChecklistsQuery(id)),
            queryClient.fetchQuery(orderSignaturesQuery(id)),
            queryClient.fetchQuery(printedTermsQuery(id)),
          ]);
          // After the terms, which printing makes the order's.
          const paperCode = await queryClient.fetchQuery(paperCodeQuery(id));
          return { order, terms, checklists, signatures, paperCode };
        }),
      ),
  });
  if (error) return <PrintProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <PrintLoading />;
  const [first, ...others] = data;
  if (isVisit && first) {
    const content = <VisitSheet orders={[first, ...others]} origin={location.origin} />;
    return <SheetPages {...options} sheets={[{ orderNumber: first.order.order_number, content }]} />;
  }
  return (
    <SheetPages
      {...options}
      sheets={data.map(({ order, ...printed }) => ({
        orderNumber: order.order_number,
        content: <ClientSheet order={order} {...printed} origin={location.origin} />,
      }))}
    />
  );
}

/** The sheet of the order, or with `pago` the receipt of that payment, on the paper that this desk printed on last. */
export function PrintClientPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const payment = search.get('pago');
  if (payment !== null)
    return <PrintReceipt orderId={id} paymentId={payment} options={{ copies: 1, format: lastPaper() }} />;
  return <PrintClient orders={id} options={readPrintOptions(search)} isVisit={search.has(VISIT_PARAMETER)} />;
}
