import { paths } from '@taller/shared/contract/paths.ts';
import { useNavigate, useParams, useSession } from '@taller/shared/runtime';
import { OrderDesk } from '#src/features/orders/desk/order-desk.tsx';
import { EditOrderDialog } from '#src/features/orders/form/edit-order-dialog.tsx';

/** /orders/:id: the order form as a modal over the desk; closing goes to /dashboard (ORD-06). Admins and receptionists. */
export function OrderEditPage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  const navigate = useNavigate();
  if (!user) return null;
  return (
    <>
      <OrderDesk user={user} behindDialog />
      <EditOrderDialog key={id} id={id} onClose={() => void navigate(paths.dashboard.getHref())} />
    </>
  );
}
