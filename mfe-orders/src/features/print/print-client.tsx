import { printOrderQuery } from '@taller/shared/orders/print-order-query.ts';
import { printedTermsQuery } from '@taller/shared/orders/printed-terms-query.ts';
import { useQuery } from '@taller/shared/query';
import { ClientSheet } from '#src/features/print/client-sheet.tsx';
import type { PrintOptions } from '#src/features/print/print-options.ts';
import { PrintLoading, PrintProblem } from '#src/features/print/print-problem.tsx';
import { SheetPages } from '#src/features/print/sheet-pages.tsx';

/** The customer's sheet of an order: loads it, prints it, closes the window (ORD-13). */
export function PrintClient({ orderId, options }: { orderId: string; options: PrintOptions }) {
  const { data: order, error, refetch } = useQuery(printOrderQuery(orderId));
  const terms = useQuery({ ...printedTermsQuery(orderId), enabled: order !== undefined });
  if (error) return <PrintProblem error={error} onRetry={() => void refetch()} />;
  if (terms.error) return <PrintProblem error={terms.error} onRetry={() => void terms.refetch()} />;
  if (!order || !terms.data) return <PrintLoading />;
  return (
    <SheetPages {...options} orderNumber={order.order_number}>
      <ClientSheet order={order} terms={terms.data} origin={location.origin} />
    </SheetPages>
  );
}
