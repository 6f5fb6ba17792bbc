import { useSession } from '@taller/shared/runtime';
import { OrderDesk } from '#src/features/orders/desk/order-desk.tsx';

/** /dashboard of the staff; the shell's guard and the server both see to it. */
export function OrderDeskPage() {
  const { user } = useSession();
  return user && <OrderDesk user={user} />;
}
