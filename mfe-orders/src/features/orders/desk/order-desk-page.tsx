import { useSession } from '@taller/shared/runtime';
import hidden from '@taller/shared/ui/hidden.module.css';
import { FirstStepsLater } from '#src/features/first-steps/first-steps-later.tsx';
import { OrderDesk } from '#src/features/orders/desk/order-desk.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';

/** /dashboard for staff, enforced by the shell's guard and the server. */
export function OrderDeskPage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <h1 className={hidden.hidden}>{orderTexts.desk.title}</h1>
      <FirstStepsLater user={user} />
      <OrderDesk user={user} />
    </>
  );
}
