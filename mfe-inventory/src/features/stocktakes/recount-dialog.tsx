import { useRecountItemMutation } from '@taller/shared/stock/stocktakes/stocktake-mutations.ts';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { failureText } from '#src/components/failure-text.ts';
import { countTexts as texts } from './texts.ts';

export interface RecountedItem {
  itemId: string;
  name: string;
}

interface RecountDialogProps {
  stocktakeId: string;
  item: RecountedItem;
  onClose: () => void;
}

/** Takes back what was counted of an item, so that it is counted again (PART-32). */
export function RecountDialog({ stocktakeId, item, onClose }: RecountDialogProps) {
  const recount = useRecountItemMutation(stocktakeId);
  const confirm = async () => {
    try {
      await recount.mutateAsync(item.itemId);
      onClose();
    } catch (error) {
      console.error(error);
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={texts.againTitle(item.name)}
      description={texts.againText}
      confirmLabel={texts.again}
      loading={recount.isPending}
      error={recount.isError ? failureText(recount.error, texts.againFailed) : undefined}
      onConfirm={() => void confirm()}
    />
  );
}
