import { useCallback } from 'react';
import { useChangeOrderMutation } from '@taller/shared/orders/order-mutations.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { toastFailure } from '@taller/shared/orders/failure-text.ts';
import type { WorkOrder } from '@taller/shared/orders/work/work-order.ts';
import { toast } from '@taller/shared/runtime';
import { queueTexts as texts } from './texts.ts';

/** Hook: a technician takes an order that nobody has (TIME-32). Of two at once one is told that it is taken. */
export function useTakeOrder(userId: string): (order: WorkOrder) => void {
  const { mutateAsync } = useChangeOrderMutation();
  return useCallback(
    (order) =>
      void mutateAsync({ order, patch: { technician_id: userId } }).then(
        () => toast.success(texts.taken(formatOrderNumber(order.order_number))),
        (error: unknown) => toastFailure(texts.takeFailed, error),
      ),
    [mutateAsync, userId],
  );
}
