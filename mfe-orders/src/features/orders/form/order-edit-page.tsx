import { paths } from '@taller/shared/contract/paths.ts';
import { useNavigate, useParams, useSession } from '@taller/shared/runtime';
import hidden from '@taller/shared/ui/hidden.module.css';
import { returnToDesk } from '#src/features/orders/desk/desk-return.ts';
import { OrderDesk } from '#src/features/orders/desk/order-desk.tsx';
import { EditOrderDialog } from '#src/features/orders/form/edit-order-dialog.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';

/**
 * /orders/:id: the order form as a dialog over the desk; closing returns to /dashboard in its previous state (ORD-06).
 * Admins and receptionists.
 */
export function OrderEditPage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  const navigate = useNavigate();
  const close = () => {
    const { search, state } = returnToDesk(id);
    void navigate({ pathname: paths.dashboard.getHref(), search }, { state });
  };
  if (!user) return null;
  return (
    <>
      <h1 className={hidden.hidden}>{orderTexts.desk.title}</h1>
      <OrderDesk user={user} behindDialog />
      <EditOrderDialog key={id} id={id} onClose={close} />
    </>
  );
}
