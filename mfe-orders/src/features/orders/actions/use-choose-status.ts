import { useCallback } from 'react';
import { useChangeStatusMutation } from '@taller/shared/orders/status-mutations.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { LIST_STATUS_LABELS, statusFacts } from '@taller/shared/orders/status/order-status.ts';
import { END_WAIT, type StepTarget } from '@taller/shared/orders/status/next-step.ts';
import { openWaitOf } from '@taller/shared/orders/waits/order-wait.ts';
import { useEndWaitMutation } from '@taller/shared/orders/waits/wait-mutations.ts';
import { toast } from '@taller/shared/runtime';
import { orderTexts } from '#src/features/orders/texts.ts';
import { toastFailure } from '@taller/shared/orders/failure-text.ts';
import { waitTexts } from '../waits/texts.ts';
import type { ActionOrder, OrderTask } from './order-task.ts';

/** How long 'Deshacer' of an ended wait is offered, in ms. */
const UNDO_MS = 7000;

/**
 * Chooses a status or ends a wait: three statuses open a dialog, everything else is applied at once (ORD-07, TIME-08).
 * Stable as long as `openTask` is. What it returns resolves with whether the order has changed by then.
 */
export function useChooseStatus(openTask: (task: OrderTask) => void) {
  const { mutateAsync } = useChangeStatusMutation();
  const { mutateAsync: endWait } = useEndWaitMutation();
  return useCallback(
    async (order: ActionOrder, target: StepTarget): Promise<boolean> => {
      const number = formatOrderNumber(order.order_number);
      const wait = openWaitOf(order);
      if (target === END_WAIT) {
        if (!wait) return false;
        const { id: waitId } = wait;
        const undo = () =>
          void endWait({ waitId, undo: true }).then(
            () => toast.success(waitTexts.resumed(number)),
            (error: unknown) => toastFailure(waitTexts.resumeFailed, error),
          );
        return endWait({ waitId }).then(
          () => {
            toast.info(waitTexts.endedToast(number), { label: waitTexts.undo, run: undo, ms: UNDO_MS });
            return true;
          },
          (error: unknown) => {
            toastFailure(waitTexts.endFailed, error);
            return false;
          },
        );
      }
      const status = target;
      const { dialog } = statusFacts(status);
      if (dialog) {
        openTask({ kind: dialog, order });
        return false;
      }
      const changed = orderTexts.toasts.statusUpdated(number, LIST_STATUS_LABELS[status]);
      // Told also if another status is chosen or the screen is left before the answer: callbacks of `mutate` are not.
      return mutateAsync({ order, status }).then(
        () => {
          toast.success(changed);
          return true;
        },
        (error: unknown) => {
          toastFailure(orderTexts.toasts.statusError, error);
          return false;
        },
      );
    },
    [mutateAsync, endWait, openTask],
  );
}
