import { useParams, useSession } from '@taller/shared/runtime';
import { OrderView } from '#src/features/orders/view/order-view.tsx';

/** /dashboard/orders/view/:id for staff. */
export function OrderViewPage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  return user && <OrderView key={id} id={id} user={user} />;
}
