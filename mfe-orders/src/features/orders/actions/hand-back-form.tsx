import { useForm, useWatch } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import { useChangeStatusMutation } from '@taller/shared/orders/status-mutations.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { handBackSchema, type HandBack, type HandBackInput } from '@taller/shared/orders/order-schemas.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { toast } from '@taller/shared/runtime';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { formatClp } from '@taller/shared/values/money.ts';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import styles from './dialogs.module.css';
import { SaveProblem } from './save-problem.tsx';
import type { TaskFormProps } from './task-form.ts';
import { usePersistedOrder, useOrderSave } from './use-order-save.ts';

const texts = orderTexts.handBack;

/** Hands back a device whose order was rejected or cancelled: nothing is charged but a review (ORD-92). */
export function HandBackForm({ order, onDone }: TaskFormProps<Order>) {
  const save = useOrderSave(order, 'devolver');
  const { base, version, openedVersion, onFailure } = save;
  const { mutate, isPending, error } = useChangeStatusMutation();
  const form = useForm<HandBackInput, unknown, HandBack>({
    resolver: zodResolver(handBackSchema),
    defaultValues: { charge: 0, settled: false },
  });
  usePersistedOrder(save, form.formState.isDirty);
  const charge = useWatch({ control: form.control, name: 'charge' });
  const balance = Number(charge ?? 0) - base.advance_payment - base.final_payment;
  const handBack = ({ charge: price, settled }: HandBack) =>
    mutate(
      {
        order: version,
        status: 'delivered',
        details: {
          warranty_days: 0,
          quote: price,
          total_amount: price,
          ...(settled && balance > 0 && { final_payment: base.final_payment + balance }),
        },
      },
      {
        onSuccess: () => {
          toast.success(orderTexts.toasts.delivered);
          onDone();
        },
        onError: (failure) => {
          toast.error(withRequestCode(orderTexts.toasts.deliverError, failure));
          onFailure(failure);
        },
      },
    );
  return (
    <Form form={form} draft={`devolver.${order.id}`} onSubmit={form.handleSubmit(handBack)}>
      <DialogBody>
        <div className={styles.fields}>
          <SaveProblem orderId={order.id} version={openedVersion} error={error} />
          <p className={styles.summary}>
            <span>{order.customer_name}</span>
            {balance < 0 && (
              <span className={styles.strong}>{orderTexts.deliver.refund(formatClp(-balance))}</span>
            )}
          </p>
          <FormNumberField
            control={form.control}
            name="charge"
            label={texts.charge}
            prefix="$"
            hint={texts.chargeHint}
            autoFocus
          />
          {balance > 0 && (
            <Checkbox {...form.register('settled')} label={texts.settled(formatClp(balance))} />
          )}
        </div>
      </DialogBody>
      <SaveFooter label={texts.confirm} busyLabel={orderTexts.deliver.busy} busy={isPending} />
    </Form>
  );
}
