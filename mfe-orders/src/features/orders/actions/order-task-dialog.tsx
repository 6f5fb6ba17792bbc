import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { Dialog } from '@taller/shared/ui/dialog.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import { isStoppedStatus } from '@taller/shared/orders/status/order-status.ts';
import { ApprovalForm } from './approval-form.tsx';
import { CancelForm } from './cancel-dialog.tsx';
import { DeliverForm } from './deliver-dialog.tsx';
import { HandBackForm } from './hand-back-form.tsx';
import { LoadedOrder } from './loaded-order.tsx';
import { NotesForm } from './notes-dialog.tsx';
import type { OrderTask, ActionOrder } from './order-task.ts';
import { QuoteForm } from './quote-dialog.tsx';
import { TakeBackDialog } from './take-back-dialog.tsx';
import { useDeleteOrderMutation } from '@taller/shared/orders/order-mutations.ts';
import { toast } from '@taller/shared/runtime';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { orderChangeFailure } from '@taller/shared/orders/failure-text.ts';

interface RemoveOrderDialogProps {
  order: ActionOrder;
  onClose: () => void;
  onRemoved: () => void;
}

/** Deletes an order after a confirmation (ORD-11, admins). */
function RemoveOrderDialog({ order, onClose, onRemoved }: RemoveOrderDialogProps) {
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

const FORMS = {
  quote: QuoteForm,
  approval: ApprovalForm,
  cancel: CancelForm,
  deliver: DeliverForm,
  handBack: HandBackForm,
  notes: NotesForm,
} as const;
const TEXTS: Readonly<Record<keyof typeof FORMS, { title: string; text?: string }>> = {
  quote: orderTexts.quote,
  approval: orderTexts.approval,
  cancel: orderTexts.cancelOrder,
  deliver: orderTexts.deliver,
  handBack: orderTexts.handBack,
  notes: { title: orderTexts.notes.title },
};

interface OrderTaskDialogProps {
  task: OrderTask | null;
  onClose: () => void;
  /** Called after the order was deleted; closes by default. */
  onRemoved?: () => void;
}

/** The dialog of the current action, for both the desk and the order view. */
export function OrderTaskDialog({ task, onClose, onRemoved = onClose }: OrderTaskDialogProps) {
  if (!task) return null;
  if (task.kind === 'remove')
    return <RemoveOrderDialog order={task.order} onClose={onClose} onRemoved={onRemoved} />;
  if (task.kind === 'takeBack')
    return <TakeBackDialog order={task.order} onClose={onClose} onRemoved={onRemoved} />;
  const isHandBack = task.kind === 'deliver' && isStoppedStatus(task.order.status);
  return (
    <TaskForm
      key={`${task.kind}${task.order.id}`}
      kind={isHandBack ? 'handBack' : task.kind}
      order={task.order}
      onClose={onClose}
    />
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
  const TaskFields = FORMS[kind];
  const { title, text } = TEXTS[kind];
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      // Where the title wraps, the dot stays at the end of its line.
      title={`${title}\u00a0· ${orderTexts.order(formatOrderNumber(order.order_number))}`}
      description={text}
    >
      <LoadedOrder id={order.id} version={order.version}>
        {(loaded) => <TaskFields order={loaded} onDone={onClose} />}
      </LoadedOrder>
    </Dialog>
  );
}
