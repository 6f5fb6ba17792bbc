import { useCorrectPhoneMutation } from '@taller/shared/orders/order-mutations.ts';
import { orderChangeFailure } from '@taller/shared/orders/failure-text.ts';
import { toast } from '@taller/shared/runtime';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { orderFormTexts } from '#src/features/orders/form/texts.ts';

const texts = orderFormTexts.phoneInOthers;

/** A phone that was corrected in one order, and the customer's other orders that have it still. */
export interface CorrectedPhone {
  /** The wrong one. */
  phone: string;
  others: number;
}

interface PhoneInOthersDialogProps {
  orderId: string;
  corrected: CorrectedPhone;
  onClose: () => void;
}

/** Asks whether a corrected phone is corrected in the customer's other orders as well (ORD-125). */
export function PhoneInOthersDialog({ orderId, corrected, onClose }: PhoneInOthersDialogProps) {
  const { phone, others } = corrected;
  const { mutate, isPending, error } = useCorrectPhoneMutation();
  const correct = () =>
    mutate(
      { orderId, phone },
      {
        onSuccess: (orders) => {
          toast.success(texts.done(orders));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={texts.title(others)}
      description={texts.text(phone)}
      confirmLabel={texts.confirm(others)}
      cancelLabel={texts.onlyThis}
      loading={isPending}
      error={error ? orderChangeFailure(error) : undefined}
      onConfirm={correct}
    />
  );
}
