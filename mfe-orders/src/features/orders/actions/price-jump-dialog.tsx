import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { formatClp } from '@taller/shared/values/money.ts';
import { orderTexts } from '#src/features/orders/texts.ts';

const texts = orderTexts.priceJump;

interface PriceJumpDialogProps {
  before: number | null;
  /** Null while nothing is asked. */
  after: number | null;
  onCancel: () => void;
  onConfirm: (price: number) => void;
}

/** Asks before a price that is many times the last one: likely a digit too many (ORD-95). */
export function PriceJumpDialog({ before, after, onCancel, onConfirm }: PriceJumpDialogProps) {
  return (
    <ConfirmDialog
      open={after !== null}
      onOpenChange={(open) => open || onCancel()}
      title={texts.title(formatClp(after))}
      description={texts.text(formatClp(before))}
      confirmLabel={texts.confirm}
      cancelLabel={texts.back}
      onConfirm={() => after !== null && onConfirm(after)}
    />
  );
}
