import { useDeleteOrderMutation } from '@taller/shared/orders/delete-order-mutation.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { toast } from '@taller/shared/runtime';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { orderChangeFailure } from '@taller/shared/orders/failure-text.ts';
import type { ActionOrder } from './order-task.ts';

interface RemoveOrderDialogProps {
  order: ActionOrder;
  onClose: () => void;
  onRemoved: () => void;
}

/** Deletes an order after a confirmation (ORD-11, admins). */
export function RemoveOrderDialog({ order, onClose, onRemoved }: RemoveOrderDialogProps) {
  const { mutate, isPending, error } = useDeleteOrderMutation();
  const remove = () =>
    mutate(order.id, {
      onSuccess: () => {
        toast.success(orderTexts.toasts.removed);
        onRemoved();
      },
      onError: (failure) => toast.error(withRequestCode(orderTexts.toasts.removeError, failure)),
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={orderTexts.remove.title(formatOrderNumber(order.order_number))}
      description={orderTexts.remove.text(order.customer_name)}
      confirmLabel={orderTexts.remove.confirm}
      danger
      loading={isPending}
      error={error ? orderChangeFailure(error) : undefined}
      onConfirm={remove}
    />
  );
}
