import { useCallback } from 'react';
import { useChangeStatusMutation } from '@taller/shared/orders/change-status-mutation.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import {
  LIST_STATUS_LABELS,
  statusFacts,
  type SelectableStatus,
} from '@taller/shared/orders/status/order-status.ts';
import { toast } from '@taller/shared/runtime';
import { orderTexts } from '#src/features/orders/texts.ts';
import { toastFailure } from '@taller/shared/orders/toast-failure.ts';
import type { ActionOrder, OrderTask } from './order-task.ts';

/**
 * Chooses a status: three of them open a dialog, the others are applied at once (ORD-07). Stable as long as `openTask`
 * is.
 */
export function useChooseStatus(openTask: (task: OrderTask) => void) {
  const { mutate } = useChangeStatusMutation();
  return useCallback(
    (order: ActionOrder, status: SelectableStatus) => {
      const { asks } = statusFacts(status);
      if (asks) return openTask({ kind: asks, order });
      mutate(
        { order, status },
        {
          onSuccess: ({ messageSent }) => {
            if (!messageSent) toast.error(orderTexts.toasts.notificationFailed);
            else
              toast.success(
                orderTexts.toasts.statusUpdated(
                  formatOrderNumber(order.order_number),
                  LIST_STATUS_LABELS[status],
                ),
              );
          },
          onError: (error) => toastFailure(orderTexts.toasts.statusError, error),
        },
      );
    },
    [mutate, openTask],
  );
}
