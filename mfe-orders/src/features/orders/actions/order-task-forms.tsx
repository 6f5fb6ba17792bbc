import { Dialog } from '@taller/shared/ui/dialog.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import { ApprovalForm } from './approval-form.tsx';
import { CancelForm } from './cancel-dialog.tsx';
import { DeliverForm } from './deliver-dialog.tsx';
import { HandBackForm } from './hand-back-form.tsx';
import { LoadedOrder } from './loaded-order.tsx';
import { NotesForm } from './notes-dialog.tsx';
import { dialogKind, taskTitle, type OrderTask } from './order-task.ts';
import { QuoteForm } from './quote-dialog.tsx';
import { TakeBackDialog } from './take-back-dialog.tsx';
import { DeliveryChecklistForm, ReceptionChecklistForm } from '../checklists/checklist-form.tsx';
import { ContactForm } from '../contact/contact-form.tsx';
import { contactTexts } from '../contact/texts.ts';
import { PartFaultForm, PartPurchaseForm, PartStockForm } from '../parts/part-step-forms.tsx';
import { RequestPartForm } from '../parts/request-part-form.tsx';
import { CorrectionForm } from '../payments/correction-form.tsx';
import { PaymentForm, RefundForm } from '../payments/payment-form.tsx';
import { paymentTexts } from '../payments/texts.ts';
import { PromiseForm } from '../promises/promise-form.tsx';
import { QuoteLinesForm } from '../quote/quote-lines-form.tsx';
import { linesTexts } from '../quote/texts.ts';
import { DocumentForm } from '../tax/document-form.tsx';
import { DeliverVisitForm } from '../visits/deliver-visit-form.tsx';
import { visitTexts } from '../visits/texts.ts';
import { WaitForm } from '../waits/wait-form.tsx';
import { CorrectWarrantyForm } from '../warranty/correct-warranty-form.tsx';
import { OutcomeForm } from '../warranty/outcome-form.tsx';
import { correctionTexts } from '../warranty/texts.ts';
import { useDeleteOrderMutation } from '@taller/shared/orders/order-mutations.ts';
import { toast } from '@taller/shared/runtime';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { orderChangeFailure } from '@taller/shared/orders/failure-text.ts';

interface TaskProps {
  task: OrderTask;
  onClose: () => void;
}

/** Deletes an order after a confirmation (ORD-11, admins). */
function RemoveOrderDialog({ task, onClose, onRemoved }: TaskProps & { onRemoved: () => void }) {
  const { order } = task;
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
      title={taskTitle(task)}
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
  quote: { Fields: QuoteForm, text: orderTexts.quote.text },
  lines: { Fields: QuoteLinesForm, text: linesTexts.text },
  approval: { Fields: ApprovalForm, text: orderTexts.approval.text },
  cancel: { Fields: CancelForm, text: orderTexts.cancelOrder.text },
  contact: { Fields: ContactForm, text: contactTexts.text },
  deliver: { Fields: DeliverForm, text: orderTexts.deliver.text },
  deliverVisit: { Fields: DeliverVisitForm, text: visitTexts.deliverText },
  handBack: { Fields: HandBackForm, text: orderTexts.handBack.text },
  notes: { Fields: NotesForm, text: undefined },
  receptionChecklist: { Fields: ReceptionChecklistForm, text: undefined },
  deliveryChecklist: { Fields: DeliveryChecklistForm, text: undefined },
  wait: { Fields: WaitForm, text: undefined },
  promise: { Fields: PromiseForm, text: undefined },
  warranty: { Fields: OutcomeForm, text: undefined },
  part: { Fields: RequestPartForm, text: undefined },
  partPurchase: { Fields: PartPurchaseForm, text: undefined },
  partFault: { Fields: PartFaultForm, text: undefined },
  partStock: { Fields: PartStockForm, text: undefined },
  payment: { Fields: PaymentForm, text: undefined },
  refund: { Fields: RefundForm, text: undefined },
  correction: { Fields: CorrectionForm, text: paymentTexts.correctText },
  document: { Fields: DocumentForm, text: undefined },
  correctWarranty: { Fields: CorrectWarrantyForm, text: correctionTexts.text },
} as const;

export interface OrderTaskDialogProps {
  task: OrderTask;
  /** Another dialog takes this one's place. */
  onTask: (task: OrderTask) => void;
  onClose: () => void;
  /** Called after the order was deleted; closes by default. */
  onRemoved?: () => void;
}

/** The dialogs of the actions on an order. */
export function OrderTaskForms({ task, onTask, onClose, onRemoved = onClose }: OrderTaskDialogProps) {
  const kind = dialogKind(task);
  if (kind === 'remove') return <RemoveOrderDialog task={task} onClose={onClose} onRemoved={onRemoved} />;
  if (kind === 'takeBack')
    return <TakeBackDialog order={task.order} onClose={onClose} onRemoved={onRemoved} />;
  return (
    <TaskForm
      key={`${task.kind}${task.order.id}`}
      kind={kind}
      task={task}
      onTask={onTask}
      onClose={onClose}
    />
  );
}

interface TaskFormFrameProps extends TaskProps {
  kind: keyof typeof FORMS;
  onTask: (task: OrderTask) => void;
}

function TaskForm({ kind, task, onTask, onClose }: TaskFormFrameProps) {
  const { Fields, text } = FORMS[kind];
  const { id, version } = task.order;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={taskTitle(task)}
      description={text}
      size={kind === 'lines' || kind === 'deliverVisit' ? 'lg' : 'md'}
    >
      <LoadedOrder id={id} version={version}>
        {(loaded) => (
          <Fields
            order={loaded}
            paymentId={task.paymentId}
            partId={task.partId}
            onDone={onClose}
            onSwitch={(other) => onTask({ kind: other, order: loaded })}
          />
        )}
      </LoadedOrder>
    </Dialog>
  );
}
