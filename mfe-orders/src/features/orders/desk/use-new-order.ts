import { may } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { useSearchParams } from '@taller/shared/runtime';

/** `?nueva=1` opens the new order, so that the phone's back button closes it and a reload keeps it. */
const NEW_ORDER = 'nueva';

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
        if (open) next.set(NEW_ORDER, '1');
        else next.delete(NEW_ORDER);
        return next;
      },
      { replace: !open },
    );
  };
  return {
    isOpen: mayCreate && params.get(NEW_ORDER) === '1',
    open: mayCreate ? () => show(true) : undefined,
    close: () => show(false),
  };
}
