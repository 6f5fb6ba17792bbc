import { priceDoubt } from '@taller/shared/orders/payments.ts';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { formatClp } from '@taller/shared/values/money.ts';
import { orderTexts } from '#src/features/orders/texts.ts';

const texts = orderTexts.priceDoubt;

interface PriceDoubtDialogProps {
  before: number | null;
  /** Null while nothing is asked. */
  after: number | null;
  onCancel: () => void;
  onConfirm: (price: number) => void;
}

/** Asks before a price that is likely a slip (ORD-95). */
export function PriceDoubtDialog({ before, after, onCancel, onConfirm }: PriceDoubtDialogProps) {
  const doubt = after === null ? null : (priceDoubt(before, after) ?? 'free');
  return (
    <ConfirmDialog
      open={after !== null}
      onOpenChange={(open) => open || onCancel()}
      title={texts.title(formatClp(after))}
      description={doubt && texts[doubt](formatClp(before))}
      confirmLabel={texts.confirm}
      cancelLabel={texts.back}
      onConfirm={() => after !== null && onConfirm(after)}
    />
  );
}
