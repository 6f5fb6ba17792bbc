import { printOrderQuery } from '@taller/shared/orders/print-order-query.ts';
import { useQuery } from '@taller/shared/query';
import { ClientSheet } from '#src/features/print/client-sheet.tsx';
import type { PrintOptions } from '#src/features/print/print-options.ts';
import { PrintLoading, PrintProblem } from '#src/features/print/print-problem.tsx';
import { SheetPages } from '#src/features/print/sheet-pages.tsx';

/** The customer's sheet of an order: loads it, prints it, closes the window (ORD-13). */
export function PrintClient({ orderId, options }: { orderId: string; options: PrintOptions }) {
  const { data: order, error, refetch } = useQuery(printOrderQuery(orderId));
  if (error) return <PrintProblem error={error} onRetry={() => void refetch()} />;
  if (!order) return <PrintLoading />;
  return (
    <SheetPages {...options} orderNumber={order.order_number}>
      <ClientSheet order={order} origin={location.origin} />
    </SheetPages>
  );
}
