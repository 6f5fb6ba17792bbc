import { useState } from 'react';
import { bulkObstacle, type BulkChange } from '@taller/shared/orders/bulk-rules.ts';
import { useChangeOrdersMutation, type BulkOutcome } from '@taller/shared/orders/status-mutations.ts';
import { orderChangeFailure } from '@taller/shared/orders/failure-text.ts';
import type { OrderListItem } from '@taller/shared/orders/order-list-queries.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { LIST_STATUS_LABELS, sendsMessage } from '@taller/shared/orders/status/order-status.ts';
import { toast } from '@taller/shared/runtime';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { bulkTexts } from './texts.ts';
import styles from './bulk-dialog.module.css';

/** A change of the selected orders that was chosen, and how it is named. */
export interface BulkTask {
  change: BulkChange;
  /** The status, or the technician; null for nobody. */
  name: string | null;
}

interface BulkDialogProps extends BulkTask {
  orders: readonly OrderListItem[];
  onClose: () => void;
  onChanged: (outcomes: readonly BulkOutcome[]) => void;
}

function titleOf({ change, name }: BulkTask, count: number): string {
  if ('status' in change) return bulkTexts.statusTitle(count, LIST_STATUS_LABELS[change.status]);
  return name === null ? bulkTexts.nobodyTitle(count) : bulkTexts.technicianTitle(count, name);
}

/** Asks before several orders are changed, and says which are left out and why (ORD-77). */
export function BulkDialog({ change, name, orders, onClose, onChanged }: BulkDialogProps) {
  const { mutate, isPending, error } = useChangeOrdersMutation();
  // Kept from when the dialog opened: a retry after a lost answer sends the same request, despite live changes.
  const [judged] = useState(() => orders.map((order) => ({ order, obstacle: bulkObstacle(order, change) })));
  const changed = judged.filter(({ obstacle }) => obstacle === null).map(({ order }) => order);
  const leftOut = judged.filter(({ obstacle }) => obstacle !== null);
  const send = () =>
    mutate(
      { orders: changed, change },
      {
        onSuccess: ({ outcomes }) => {
          const done = outcomes.filter(({ outcome }) => outcome === 'done').length;
          if (done > 0) toast.success(bulkTexts.done(done, name ?? bulkTexts.nobody));
          onChanged(outcomes);
        },
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={titleOf({ change, name }, changed.length)}
      description={
        <>
          {'status' in change && sendsMessage(change.status) && <span>{bulkTexts.told}</span>}
          {leftOut.length > 0 && (
            <span className={styles.leftOut}>
              <span>{bulkTexts.leftOut}</span>
              {leftOut.map(({ order, obstacle }) => (
                <span key={order.id}>
                  {[`#${formatOrderNumber(order.order_number)}`, obstacle && bulkTexts.obstacles[obstacle]]
                    .filter(Boolean)
                    .join(' ')}
                </span>
              ))}
            </span>
          )}
        </>
      }
      confirmLabel={bulkTexts.confirm(changed.length)}
      loading={isPending}
      error={error ? orderChangeFailure(error) : undefined}
      onConfirm={send}
    />
  );
}
