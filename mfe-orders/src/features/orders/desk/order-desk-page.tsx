import { useSession } from '@taller/shared/runtime';
import { OrderDesk } from '#src/features/orders/desk/order-desk.tsx';

/** /dashboard for staff, enforced by the shell's guard and the server. */
export function OrderDeskPage() {
  const { user } = useSession();
  return user && <OrderDesk user={user} />;
}
