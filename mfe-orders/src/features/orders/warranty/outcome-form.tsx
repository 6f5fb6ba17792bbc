import { useForm } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import { useChangeOrderMutation } from '@taller/shared/orders/order-mutations.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import {
  warrantyOutcomeSchema,
  type WarrantyOutcomeForm,
  type WarrantyOutcomeInput,
} from '@taller/shared/orders/order-schemas.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { toast } from '@taller/shared/runtime';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import styles from '../actions/dialogs.module.css';
import { SaveProblem } from '../actions/save-problem.tsx';
import type { TaskFormProps } from '../actions/task-form.ts';
import { usePersistedOrder, useOrderSave } from '../actions/use-order-save.ts';
import { OutcomeFields, toOutcomeColumns } from './outcome-fields.tsx';
import { outcomeTexts as texts } from './texts.ts';

/** Notes how a warranty ended before the device is delivered: what it does not cover gets a price (WARR-06). */
export function OutcomeForm({ order, onDone }: TaskFormProps<Order>) {
  const save = useOrderSave(order, 'garantia');
  const { base, version, openedVersion, onFailure } = save;
  const { mutate, isPending, error } = useChangeOrderMutation();
  const form = useForm<WarrantyOutcomeInput, unknown, WarrantyOutcomeForm>({
    resolver: zodResolver(warrantyOutcomeSchema),
    defaultValues: { outcome: base.warranty_outcome ?? '', outcomeReason: base.warranty_reason ?? '' },
  });
  usePersistedOrder(save, form.formState.isDirty);
  const note = (ended: WarrantyOutcomeForm) =>
    mutate(
      { order: version, patch: toOutcomeColumns(ended) },
      {
        onSuccess: () => {
          toast.success(texts.saved(formatOrderNumber(order.order_number)));
          onDone();
        },
        onError: (failure) => {
          toast.error(withRequestCode(texts.failed, failure));
          onFailure(failure);
        },
      },
    );
  return (
    <Form form={form} draft={`garantia.${order.id}`} onSubmit={form.handleSubmit(note)}>
      <DialogBody>
        <div className={styles.fields}>
          <SaveProblem orderId={order.id} version={openedVersion} error={error} />
          <OutcomeFields control={form.control} outcome="outcome" reason="outcomeReason" />
        </div>
      </DialogBody>
      <SaveFooter label={orderTexts.save} busyLabel={orderTexts.saving} busy={isPending} />
    </Form>
  );
}
