import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import { useChangeStatusMutation } from '@taller/shared/orders/status-mutations.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { balanceOf } from '@taller/shared/orders/payments.ts';
import { formatDate } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { deliverySchema, type DeliveryInput } from '@taller/shared/orders/order-schemas.ts';
import { DEFAULT_WARRANTY_DAYS, warrantyEnd } from '@taller/shared/orders/warranty.ts';
import { toEquipmentType } from '@taller/shared/orders/equipment.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { toast } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { useDeskSettings } from '../suggestions/use-desk-settings.ts';
import styles from './dialogs.module.css';
import { SaveProblem } from './save-problem.tsx';
import type { TaskFormProps } from './task-form.ts';
import { usePersistedOrder, useOrderSave } from './use-order-save.ts';

const texts = orderTexts.deliver;
type Delivery = { warrantyDays: number; settled: boolean };

/** The days that a delivery begins with: those the order had, else the shop's; empty where the shop has set none. */
const initialDays = (order: Order, usual: number | null): number | '' =>
  usual === null ? '' : (order.warranty_days ?? usual);

/** Days that one press enters, the shop's own among them. */
const quickDays = (usual: number | null): number[] =>
  [...new Set([0, 30, DEFAULT_WARRANTY_DAYS, 180, usual ?? 0])].toSorted((one, other) => one - other);

/** Delivers the device (ORD-10): warranty days, and whether the balance was paid (ORD-30). */
export function DeliverForm({ order, onDone, onSwitch }: TaskFormProps<Order>) {
  const save = useOrderSave(order, 'entregar');
  const { base, version, openedVersion, onFailure } = save;
  const { mutate, isPending, error } = useChangeStatusMutation();
  const usual = useDeskSettings()?.warranty[toEquipmentType(order.equipment_type)] ?? null;
  const form = useForm<DeliveryInput, unknown, Delivery>({
    resolver: zodResolver(deliverySchema),
    defaultValues: { warrantyDays: initialDays(base, usual), settled: false },
  });
  useEffect(() => {
    // The settings came after the dialog: they change nothing that was typed.
    if (form.getValues('warrantyDays') === '' && !form.formState.isDirty)
      form.resetField('warrantyDays', { defaultValue: initialDays(base, usual) });
  }, [form, base, usual]);
  usePersistedOrder(save, form.formState.isDirty);
  const days = useWatch({ control: form.control, name: 'warrantyDays' });
  const [now] = useState(() => new Date());
  const balance = balanceOf(base);
  const end = warrantyEnd(now, typeof days === 'number' && days >= 0 && days <= 3650 ? days : null);
  const deliver = ({ warrantyDays, settled }: Delivery) =>
    mutate(
      {
        order: version,
        status: 'delivered',
        details: {
          warranty_days: warrantyDays,
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
    <Form form={form} draft={`entregar.${order.id}`} onSubmit={form.handleSubmit(deliver)}>
      <DialogBody>
        <div className={styles.fields}>
          <SaveProblem orderId={order.id} version={openedVersion} error={error} />
          <Summary name={order.customer_name} balance={balance} />
          <Button size="sm" className={styles.other} onClick={() => onSwitch?.('handBack')}>
            {texts.unrepaired}
          </Button>
          <FormNumberField
            control={form.control}
            name="warrantyDays"
            label={texts.days}
            placeholder={String(DEFAULT_WARRANTY_DAYS)}
            suffix={texts.unit}
            hint={end ? texts.until(formatDate(end)) : days === 0 ? texts.noWarranty : undefined}
            autoFocus
          />
          <UsualDays
            own={usual}
            onChoose={(choice) =>
              form.setValue('warrantyDays', choice, { shouldValidate: true, shouldDirty: true })
            }
          />
          {balance > 0 && (
            <Checkbox
              {...form.register('settled')}
              label={texts.settled(formatClp(balance))}
              hint={texts.settledHint}
            />
          )}
        </div>
      </DialogBody>
      <SaveFooter label={texts.confirm} busyLabel={texts.busy} busy={isPending} />
    </Form>
  );
}

function UsualDays({ own, onChoose }: { own: number | null; onChoose: (days: number) => void }) {
  return (
    <div className={styles.quick}>
      {quickDays(own).map((choice) => (
        <Button key={choice} size="sm" onClick={() => onChoose(choice)}>
          {choice} {texts.unit}
        </Button>
      ))}
    </div>
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
