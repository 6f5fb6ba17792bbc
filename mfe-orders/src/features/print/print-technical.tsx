import { printOrderQuery } from '@taller/shared/orders/print-order-query.ts';
import { printedCodeQuery } from '@taller/shared/orders/device-codes/printed-code-query.ts';
import { useQuery } from '@taller/shared/query';
import type { PrintOptions } from '#src/features/print/print-options.ts';
import { PrintLoading, PrintProblem } from '#src/features/print/print-problem.tsx';
import { SheetPages } from '#src/features/print/sheet-pages.tsx';
import { TechnicalSheet } from '#src/features/print/technical-sheet.tsx';

/** The bench's sheet of an order. The code is requested only if one is stored, because each access is logged. */
export function PrintTechnical({ orderId, options }: { orderId: string; options: PrintOptions }) {
  const { data: order, error, refetch } = useQuery(printOrderQuery(orderId));
  const code = useQuery({ ...printedCodeQuery(orderId), enabled: order?.device_code_stored === true });
  if (error) return <PrintProblem error={error} onRetry={() => void refetch()} />;
  if (!order || (order.device_code_stored && code.isPending)) return <PrintLoading />;
  return (
    <SheetPages {...options} orderNumber={order.order_number}>
      <TechnicalSheet
        order={order}
        code={code.data ?? null}
        codeFailed={code.isError}
        origin={location.origin}
      />
    </SheetPages>
  );
}
