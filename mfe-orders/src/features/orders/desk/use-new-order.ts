import { may } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { useSearchParams } from '@taller/shared/runtime';
import { lazyDialog } from '@taller/shared/ui/lazy-dialog.tsx';
import { APPOINTMENT_PARAMETER, CUSTOMER_PARAMETER, NEW_PARAMETER } from '#src/components/new-parameter.ts';
import { orderTexts } from '#src/features/orders/texts.ts';

/** The form of a new order, loaded when its button is reached. */
export const NewOrderDialog = lazyDialog<{ onClose: () => void }>(
  () => import('../form/new-order-dialog.tsx').then((module) => module.NewOrderDialog),
  { title: () => orderTexts.desk.newOrder, size: 'lg', inAddress: true },
);

interface NewOrder {
  isOpen: boolean;
  /** Absent for those who may not take orders in. */
  open?: () => void;
  close: () => void;
}

/** Whether the form of a new order is open over the desk. */
export function useNewOrder(role: Role): NewOrder {
  const [params, setParams] = useSearchParams();
  const mayCreate = may(role, 'orders.create');
  const show = (open: boolean) => {
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (open) next.set(NEW_PARAMETER, '1');
        else for (const name of [NEW_PARAMETER, APPOINTMENT_PARAMETER, CUSTOMER_PARAMETER]) next.delete(name);
        return next;
      },
      { replace: !open },
    );
  };
  return {
    isOpen: mayCreate && params.get(NEW_PARAMETER) === '1',
    open: mayCreate ? () => show(true) : undefined,
    close: () => show(false),
  };
}
