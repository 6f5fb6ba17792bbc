import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { orderSaveFailure } from '@taller/shared/orders/failure-text.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import {
  warrantyCorrectionSchema,
  type WarrantyCorrectionForm,
  type WarrantyCorrectionInput,
} from '@taller/shared/orders/order-schemas.ts';
import { warrantyEnd } from '@taller/shared/orders/warranty.ts';
import { useCorrectWarrantyMutation } from '@taller/shared/orders/warranty/correct-warranty-mutation.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { formatDate } from '@taller/shared/values/dates.ts';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import styles from '../actions/dialogs.module.css';
import type { TaskFormProps } from '../actions/task-form.ts';
import { correctionTexts as texts } from './texts.ts';

const { deliver } = orderTexts;

/** Corrects the days of warranty of a delivered order, with a reason (WARR-18). */
export function CorrectWarrantyForm({ order, onDone }: TaskFormProps<Order>) {
  // Read once: the order is read again while the dialog is open.
  const [opened] = useState(order.version);
  const { mutate, isPending, error } = useCorrectWarrantyMutation();
  const form = useForm<WarrantyCorrectionInput, unknown, WarrantyCorrectionForm>({
    resolver: zodResolver(warrantyCorrectionSchema),
    defaultValues: {
      warrantyDays: order.warranty_days ?? 0,
      partsWarrantyDays: order.parts_warranty_days,
      reason: '',
    },
  });
  const [days, partsDays] = useWatch({ control: form.control, name: ['warrantyDays', 'partsWarrantyDays'] });
  const end = endOf(order, days);
  const partsEnd = endOf(order, partsDays);
  const correct = ({ warrantyDays, partsWarrantyDays, reason }: WarrantyCorrectionForm) =>
    mutate(
      // After a refusal, which it has shown, the form saves over the present order.
      {
        orderId: order.id,
        version: error ? order.version : opened,
        days: warrantyDays,
        partsDays: partsWarrantyDays,
        reason,
      },
      {
        onSuccess: () => {
          toast.success(texts.saved(formatOrderNumber(order.order_number)));
          onDone();
        },
        onError: (failure) => toast.error(withRequestCode(texts.failed, failure)),
      },
    );
  return (
    <Form form={form} draft={`corregir-garantia.${order.id}`} onSubmit={form.handleSubmit(correct)}>
      <DialogBody>
        <div className={styles.fields}>
          {error && <Banner tone="danger">{orderSaveFailure(error)}</Banner>}
          <FormNumberField
            control={form.control}
            name="warrantyDays"
            label={deliver.days}
            suffix={deliver.unit}
            hint={end ? deliver.until(formatDate(end)) : texts.none}
            autoFocus
          />
          <FormNumberField
            control={form.control}
            name="partsWarrantyDays"
            label={deliver.partsDays}
            suffix={deliver.unit}
            hint={
              partsEnd
                ? deliver.partsUntil(formatDate(partsEnd))
                : partsDays === 0
                  ? texts.noneOnParts
                  : deliver.partsAsWork
            }
            optional
          />
          <TextField
            {...form.register('reason')}
            label={texts.reason}
            hint={texts.reasonHint}
            maxLength={500}
            error={form.formState.errors.reason?.message}
            autoComplete="off"
          />
        </div>
      </DialogBody>
      <SaveFooter label={texts.save} busyLabel={orderTexts.saving} busy={isPending} />
    </Form>
  );
}

/** The last day of days that are being typed, from the delivery; null for none, and for what is no number of days. */
const endOf = (order: Order, days: unknown): string | null =>
  warrantyEnd(order.delivered_at, typeof days === 'number' && days <= 3650 ? days : null);
