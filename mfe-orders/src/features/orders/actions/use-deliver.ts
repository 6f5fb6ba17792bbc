import { useChangeStatusMutation } from '@taller/shared/orders/status-mutations.ts';
import { toast } from '@taller/shared/runtime';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import type { useOrderSave } from './use-order-save.ts';

const { toasts } = orderTexts;

type Details = Parameters<ReturnType<typeof useChangeStatusMutation>['mutate']>[0]['details'];

/** Hands an order's device over, repaired or not, says how that went, and is done once it is saved. */
export function useDeliver({ version, onFailure }: ReturnType<typeof useOrderSave>, onDone: () => void) {
  const { mutate, isPending, error } = useChangeStatusMutation();
  const deliver = (details: Details) =>
    mutate(
      { order: version, status: 'delivered', details },
      {
        onSuccess: () => {
          toast.success(toasts.delivered);
          onDone();
        },
        onError: (failure) => {
          toast.error(withRequestCode(toasts.deliverError, failure));
          onFailure(failure);
        },
      },
    );
  return { deliver, isPending, error };
}
