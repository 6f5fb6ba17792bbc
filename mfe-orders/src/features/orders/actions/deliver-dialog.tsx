import { useEffect, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import {
  NO_BALANCE_FORM,
  saysBalance,
  toBalanceColumns,
} from '@taller/shared/orders/ledger/payment-schema.ts';
import { balanceOf } from '@taller/shared/orders/payments.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import {
  deliverySchema,
  returnDeliverySchema,
  type Delivery,
  type DeliveryInput,
} from '@taller/shared/orders/order-schemas.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import { AccessoriesToReturn } from '../checklists/accessories-to-return.tsx';
import { BalanceFields } from '../payments/balance-fields.tsx';
import { MissingSignature } from '../signatures/missing-signature.tsx';
import { OfferedSignature } from '../signatures/offered-signature.tsx';
import { useDeskSettings } from '../suggestions/use-desk-settings.ts';
import { OutcomeFields, toOutcomeColumns } from '../warranty/outcome-fields.tsx';
import { UndocumentedNote } from '../tax/undocumented-note.tsx';
import { WholeVisit } from '../visits/whole-visit.tsx';
import { initialDays, usualDays } from './delivery-days.ts';
import styles from './dialogs.module.css';
import { SaveProblem } from './save-problem.tsx';
import type { TaskFormProps } from './task-form.ts';
import { useDeliver } from './use-deliver.ts';
import { usePersistedOrder, useOrderSave } from './use-order-save.ts';
import { WarrantyDays } from './warranty-days.tsx';

const texts = orderTexts.deliver;

type DeliveryFormState = UseFormReturn<DeliveryInput, unknown, Delivery>;

/** Fills in the shop's days when its settings come after the dialog: they change nothing that was typed. */
function useLateDays(form: DeliveryFormState, base: Order, work: number | null, parts: number | null): void {
  useEffect(() => {
    if (form.formState.isDirty) return;
    const { warrantyDays, partsWarrantyDays } = initialDays(base, { work, parts });
    if (form.getValues('warrantyDays') === '')
      form.resetField('warrantyDays', { defaultValue: warrantyDays });
    if (form.getValues('partsWarrantyDays') === null)
      form.resetField('partsWarrantyDays', { defaultValue: partsWarrantyDays });
  }, [form, base, work, parts]);
}

/**
 * Delivers the device (ORD-10): warranty days, how the balance was paid or why it stays (ORD-30, PAY-08), and how the
 * warranty ended under which it came in (WARR-06).
 */
export function DeliverForm({ order, onDone, onSwitch }: TaskFormProps<Order>) {
  const opened = useOrderSave(order, 'entregar');
  const { base, openedVersion } = opened;
  const { deliver, isPending, error } = useDeliver(opened, onDone);
  const { work, parts } = usualDays(useDeskSettings(), order);
  const [days] = useState(() => initialDays(base, { work, parts }));
  const balance = balanceOf(base);
  const isOnlyBalanceMissing = balance > 0 && days.warrantyDays !== '' && !base.warranty_repair;
  const form = useForm<DeliveryInput, unknown, Delivery>({
    resolver: zodResolver(
      (base.warranty_repair ? returnDeliverySchema : deliverySchema).check(...saysBalance(() => balance)),
    ),
    defaultValues: {
      ...days,
      ...NO_BALANCE_FORM,
      outcome: base.warranty_outcome ?? '',
      outcomeReason: base.warranty_reason ?? '',
    },
  });
  useLateDays(form, base, work, parts);
  usePersistedOrder(opened, form.formState.isDirty);
  const save = ({ warrantyDays, partsWarrantyDays, outcome, outcomeReason, ...payment }: Delivery) =>
    deliver({
      warranty_days: warrantyDays,
      parts_warranty_days: partsWarrantyDays,
      ...(outcome && toOutcomeColumns({ outcome, outcomeReason })),
      ...toBalanceColumns(payment, base.final_payment, balance),
    });
  return (
    <Form form={form} draft={`entregar.${order.id}`} onSubmit={form.handleSubmit(save)}>
      <DialogBody>
        <div className={styles.fields}>
          <SaveProblem orderId={order.id} version={openedVersion} error={error} />
          <Summary name={order.customer_name} balance={balance} />
          <AccessoriesToReturn orderId={order.id} />
          <MissingSignature orderIds={[order.id]} />
          <UndocumentedNote orderIds={[order.id]} />
          <WholeVisit orderId={order.id} onDeliver={() => onSwitch?.('deliverVisit')} />
          <Button size="sm" className={styles.other} onClick={() => onSwitch?.('handBack')}>
            {texts.unrepaired}
          </Button>
          {base.warranty_repair && (
            <OutcomeFields control={form.control} outcome="outcome" reason="outcomeReason" />
          )}
          <WarrantyDays
            control={form.control}
            order={base}
            work="warrantyDays"
            parts="partsWarrantyDays"
            outcome="outcome"
            autoFocus={!base.warranty_repair && !isOnlyBalanceMissing}
          />
          <BalanceFields control={form.control} balance={balance} autoFocus={isOnlyBalanceMissing} />
          <OfferedSignature orderIds={[order.id]} />
        </div>
      </DialogBody>
      <SaveFooter label={texts.confirm} busyLabel={texts.busy} busy={isPending} />
    </Form>
  );
}

function Summary({ name, balance }: { name: string; balance: number }) {
  const owed = balance > 0 ? texts.balance(formatClp(balance)) : texts.paid;
  return (
    <p className={styles.summary}>
      <span>{name}</span>
      <span className={styles.strong}>{balance < 0 ? texts.refund(formatClp(-balance)) : owed}</span>
    </p>
  );
}
