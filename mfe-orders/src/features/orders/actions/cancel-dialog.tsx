import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import { useChangeStatusMutation } from '@taller/shared/orders/status-mutations.ts';
import { toastFailure } from '@taller/shared/orders/failure-text.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { cancellationSchema, type CancellationInput } from '@taller/shared/orders/order-schemas.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { useReturnPartsMutation } from '@taller/shared/stock/parts/part-mutations.ts';
import { requestedPartsQuery } from '@taller/shared/stock/parts/part-queries.ts';
import { isHeld } from '@taller/shared/stock/parts/part-state.ts';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { TextArea } from '@taller/shared/ui/text-area.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import styles from './dialogs.module.css';
import { partTexts } from '../parts/texts.ts';
import { SaveProblem } from './save-problem.tsx';
import type { TaskFormProps } from './task-form.ts';
import { usePersistedOrder, useOrderSave } from './use-order-save.ts';

const texts = orderTexts.cancelOrder;

/** Cancels with a reason, which the server appends to the notes (ORD-09), and asks about reserved parts (PART-10). */
export function CancelForm({ order, onDone }: TaskFormProps<Order>) {
  const save = useOrderSave(order, 'cancelar');
  const { version, openedVersion, onFailure } = save;
  const { mutate, isPending, error } = useChangeStatusMutation();
  const parts = useQuery(requestedPartsQuery(order.id));
  const held = parts.data?.filter(isHeld).length ?? 0;
  const { mutate: giveBack } = useReturnPartsMutation();
  const [givesBack, setGivesBack] = useState(true);
  const form = useForm<CancellationInput>({
    resolver: zodResolver(cancellationSchema),
    defaultValues: { reason: '' },
  });
  usePersistedOrder(save, form.formState.isDirty);
  const cancel = ({ reason }: CancellationInput) =>
    mutate(
      {
        order: version,
        status: 'cancelled',
        details: { cancellation_reason: reason },
      },
      {
        onSuccess: () => {
          toast.success(orderTexts.toasts.cancelled);
          if (held > 0 && givesBack)
            giveBack(order.id, { onError: (failure) => toastFailure(partTexts.giveBackFailed, failure) });
          onDone();
        },
        onError: (failure) => {
          toast.error(withRequestCode(orderTexts.toasts.cancelError, failure));
          onFailure(failure);
        },
      },
    );
  return (
    <Form form={form} draft={`cancelar.${order.id}`} onSubmit={form.handleSubmit(cancel)}>
      <DialogBody>
        <div className={styles.fields}>
          <SaveProblem orderId={order.id} version={openedVersion} error={error} />
          <TextArea
            {...form.register('reason')}
            label={texts.reason}
            error={form.formState.errors.reason?.message}
            rows={3}
            autoFocus
          />
          {held > 0 && (
            <Checkbox
              label={partTexts.giveBackOnCancel(held)}
              checked={givesBack}
              onChange={(event) => setGivesBack(event.target.checked)}
            />
          )}
        </div>
      </DialogBody>
      <SaveFooter cancel={texts.keep} label={texts.confirm} busyLabel={texts.busy} busy={isPending} danger />
    </Form>
  );
}
