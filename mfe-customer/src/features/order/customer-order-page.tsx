import { useParams } from '@taller/shared/runtime';
import { CustomerOrder } from '#src/features/order/customer-order.tsx';

/** /dashboard/orders/view/{id} for customers. */
export function CustomerOrderPage() {
  const { id = '' } = useParams();
  return <CustomerOrder key={id} orderId={id} />;
}
