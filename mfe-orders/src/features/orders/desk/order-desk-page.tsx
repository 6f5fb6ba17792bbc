import { useSession } from '@taller/shared/runtime';
import { FirstStepsLater } from '#src/features/first-steps/first-steps-later.tsx';
import { OrderDesk } from '#src/features/orders/desk/order-desk.tsx';

/** /dashboard for staff, enforced by the shell's guard and the server. */
export function OrderDeskPage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <FirstStepsLater user={user} />
      <OrderDesk user={user} />
    </>
  );
}
