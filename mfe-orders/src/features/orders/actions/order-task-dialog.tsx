import { useState } from 'react';
import { formatOrderNumber } from '@taller/shared/domain/order-number.ts';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { Dialog } from '@taller/shared/ui/dialog.tsx';
import { uiTexts } from '@taller/shared/ui/texts.ts';
import { esOrders } from '#src/texts/es-orders.ts';
import { CancelForm } from './cancel-dialog.tsx';
import { DeliverForm } from './deliver-dialog.tsx';
import { LoadedOrder } from './loaded-order.tsx';
import { NotesForm } from './notes-dialog.tsx';
import type { OrderTask } from './order-task.ts';
import { QuoteForm } from './quote-dialog.tsx';
import { RemoveOrderDialog } from './remove-order-dialog.tsx';

const FORMS = { quote: QuoteForm, cancel: CancelForm, deliver: DeliverForm, notes: NotesForm } as const;
const TEXTS: Readonly<Record<keyof typeof FORMS, { title: string; text?: string }>> = {
  quote: esOrders.quote,
  cancel: esOrders.cancelOrder,
  deliver: esOrders.deliver,
  notes: { title: esOrders.notes.title },
};

interface OrderTaskDialogProps {
  task: OrderTask | null;
  onClose: () => void;
  /** After the order was deleted; closes by default. */
  onRemoved?: () => void;
}

/** The dialog of whatever action is open, for the desk and the order view alike. */
export function OrderTaskDialog({ task, onClose, onRemoved = onClose }: OrderTaskDialogProps) {
  if (!task) return null;
  if (task.kind === 'remove')
    return <RemoveOrderDialog order={task.order} onClose={onClose} onRemoved={onRemoved} />;
  return (
    <TaskForm key={`${task.kind}${task.order.id}`} kind={task.kind} order={task.order} onClose={onClose} />
  );
}

function TaskForm({
  kind,
  order,
  onClose,
}: {
  kind: keyof typeof FORMS;
  order: OrderTask['order'];
  onClose: () => void;
}) {
  const [dirty, setDirty] = useState(false);
  const [asking, setAsking] = useState(false);
  const Form = FORMS[kind];
  const { title, text } = TEXTS[kind];
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`${title} · ${esOrders.order(formatOrderNumber(order.order_number))}`}
      description={text}
      dirty={dirty}
    >
      <LoadedOrder id={order.id} version={order.version}>
        {(loaded) => (
          <Form
            order={loaded}
            onDone={onClose}
            onCancel={() => (dirty ? setAsking(true) : onClose())}
            onDirty={setDirty}
          />
        )}
      </LoadedOrder>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={uiTexts.loseTitle}
        description={uiTexts.loseText}
        confirmLabel={uiTexts.loseConfirm}
        cancelLabel={uiTexts.loseCancel}
        danger
        onConfirm={onClose}
      />
    </Dialog>
  );
}
