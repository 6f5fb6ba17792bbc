import { parseOrderNumber } from '@taller/shared/orders/order-number.ts';
import { QueryRoot } from '@taller/shared/query';
import { useParams } from '@taller/shared/runtime';
import { OrderMissing, OrderStatusView } from '#src/features/order-status/order-status.tsx';
import sheet from '#src/components/sheet.module.css';

/** /orders/view/:orderNumber (PUB-03); 123 and 000123 are the same order. */
export function OrderStatusPage() {
  const { orderNumber = '' } = useParams();
  const number = parseOrderNumber(orderNumber);
  return (
    <div className={sheet.page}>
      {number === null ? (
        <OrderMissing number={orderNumber} />
      ) : (
        <QueryRoot>
          <OrderStatusView key={number} orderNumber={number} />
        </QueryRoot>
      )}
    </div>
  );
}
