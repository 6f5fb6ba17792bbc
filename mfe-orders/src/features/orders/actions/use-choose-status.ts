import { useCallback } from 'react';
import { useChangeStatusMutation } from '@taller/shared/orders/status-mutations.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import {
  LIST_STATUS_LABELS,
  statusFacts,
  type SelectableStatus,
} from '@taller/shared/orders/status/order-status.ts';
import { toast } from '@taller/shared/runtime';
import { orderTexts } from '#src/features/orders/texts.ts';
import { toastFailure } from '@taller/shared/orders/failure-text.ts';
import type { ActionOrder, OrderTask } from './order-task.ts';

/**
 * Chooses a status: three of them open a dialog, the others are applied at once (ORD-07). Stable as long as `openTask`
 * is.
 */
export function useChooseStatus(openTask: (task: OrderTask) => void) {
  const { mutateAsync } = useChangeStatusMutation();
  return useCallback(
    (order: ActionOrder, status: SelectableStatus) => {
      const { dialog } = statusFacts(status);
      if (dialog) return openTask({ kind: dialog, order });
      const changed = orderTexts.toasts.statusUpdated(
        formatOrderNumber(order.order_number),
        LIST_STATUS_LABELS[status],
      );
      // Told also if another status is chosen or the screen is left before the answer: callbacks of `mutate` are not.
      void mutateAsync({ order, status }).then(
        () => toast.success(changed),
        (error: unknown) => toastFailure(orderTexts.toasts.statusError, error),
      );
    },
    [mutateAsync, openTask],
  );
}
