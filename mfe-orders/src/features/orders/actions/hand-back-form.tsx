import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import {
  handBackSchema,
  unrepairedSchema,
  type HandBack,
  type HandBackInput,
} from '@taller/shared/orders/order-schemas.ts';
import {
  NO_BALANCE_FORM,
  saysBalance,
  toBalanceColumns,
} from '@taller/shared/orders/ledger/payment-schema.ts';
import { isStoppedStatus } from '@taller/shared/orders/status/order-status.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { formatClp } from '@taller/shared/values/money.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { AccessoriesToReturn } from '../checklists/accessories-to-return.tsx';
import { BalanceFields } from '../payments/balance-fields.tsx';
import { MissingSignature } from '../signatures/missing-signature.tsx';
import { OfferedSignature } from '../signatures/offered-signature.tsx';
import styles from './dialogs.module.css';
import { SaveProblem } from './save-problem.tsx';
import type { TaskFormProps } from './task-form.ts';
import { useDeliver } from './use-deliver.ts';
import { usePersistedOrder, useOrderSave } from './use-order-save.ts';

const texts = orderTexts.handBack;

/**
 * Hands back a device that was not repaired: nothing is charged but a review (ORD-92). Where the order was neither
 * rejected nor cancelled, it says why (TIME-14).
 */
export function HandBackForm({ order, onDone, onSwitch }: TaskFormProps<Order>) {
  const save = useOrderSave(order, 'devolver');
  const { base, openedVersion } = save;
  const { deliver, isPending, error } = useDeliver(save, onDone);
  const isStopped = isStoppedStatus(base.status);
  const received = base.advance_payment + base.final_payment;
  const form = useForm<HandBackInput, unknown, HandBack>({
    resolver: zodResolver(
      (isStopped ? handBackSchema : unrepairedSchema).check(
        ...saysBalance<HandBack>((values) => values.charge - received),
      ),
    ),
    defaultValues: { charge: 0, ...NO_BALANCE_FORM, reason: '' },
  });
  usePersistedOrder(save, form.formState.isDirty);
  const charge = useWatch({ control: form.control, name: 'charge' });
  const balance = Number(charge ?? 0) - received;
  const handBack = ({ charge: price, reason, ...payment }: HandBack) =>
    deliver({
      warranty_days: 0,
      ...(reason !== '' && { unrepaired_reason: reason }),
      quote: price,
      total_amount: price,
      ...toBalanceColumns(payment, base.final_payment, balance),
    });
  return (
    <Form form={form} draft={`devolver.${order.id}`} onSubmit={form.handleSubmit(handBack)}>
      <DialogBody>
        <div className={styles.fields}>
          <SaveProblem orderId={order.id} version={openedVersion} error={error} />
          <Summary order={order} balance={balance} />
          {!isStopped && (
            <>
              <Button size="sm" className={styles.other} onClick={() => onSwitch?.('deliver')}>
                {texts.repaired}
              </Button>
              <Reason form={form} />
            </>
          )}
          <FormNumberField
            control={form.control}
            name="charge"
            label={texts.charge}
            prefix="$"
            hint={texts.chargeHint}
            autoFocus={isStopped}
          />
          <BalanceFields control={form.control} balance={balance} />
          <OfferedSignature orderIds={[order.id]} />
        </div>
      </DialogBody>
      <SaveFooter label={texts.confirm} busyLabel={orderTexts.deliver.busy} busy={isPending} />
    </Form>
  );
}

/** The paid money and the accessories that go back to the customer, and the signature for them (REC-36). */
function Summary({ order, balance }: { order: Order; balance: number }) {
  return (
    <>
      <p className={styles.summary}>
        <span>{order.customer_name}</span>
        {balance < 0 && (
          <span className={styles.strong}>{orderTexts.deliver.refund(formatClp(-balance))}</span>
        )}
      </p>
      <AccessoriesToReturn orderId={order.id} />
      <MissingSignature orderIds={[order.id]} />
    </>
  );
}

/** The reason why nothing was repaired, with the usual ones one press away. */
function Reason({ form }: { form: UseFormReturn<HandBackInput, unknown, HandBack> }) {
  return (
    <>
      <TextField
        {...form.register('reason')}
        label={texts.reason}
        hint={texts.reasonHint}
        error={form.formState.errors.reason?.message}
        autoComplete="off"
        autoFocus
      />
      <div className={styles.quick}>
        {texts.reasons.map((reason) => (
          <Button
            key={reason}
            size="sm"
            onClick={() => form.setValue('reason', reason, { shouldValidate: true, shouldDirty: true })}
          >
            {reason}
          </Button>
        ))}
      </div>
    </>
  );
}
