import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import type { InventoryRow } from '@taller/shared/stock/inventory/inventory-queries.ts';
import { useWriteOffMutation } from '@taller/shared/stock/inventory/item-mutations.ts';
import { formatThousands } from '@taller/shared/values/money.ts';
import {
  WRITE_OFF_REQUIRED,
  writeOffSchema,
  type WriteOffInput,
} from '@taller/shared/stock/stock-schemas.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { inventoryTexts, writeOffTexts } from '#src/features/inventory/texts.ts';
import { FormRule } from '#src/components/form-rule.tsx';
import { failureText } from '#src/components/failure-text.ts';
import styles from './inventory.module.css';
import { OrderField } from './order-field.tsx';

/**
 * The server's own Spanish message, if any (no such order, not enough stock). An order that does not exist violates a
 * foreign key, which the API reports as a conflict.
 */
const problemText = (error: unknown): string =>
  failureText(error, { 'not-found': inventoryTexts.gone, otherwise: writeOffTexts.failed }, [
    'invalid',
    'conflict',
  ]);

/** Writes off items for a service order (INV-03). */
export function WriteOffDialog({ item, onClose }: { item: InventoryRow; onClose: () => void }) {
  const available = item.quantity - item.reserved;
  const form = useForm<WriteOffInput, unknown, { quantity: number; serviceOrder: number }>({
    defaultValues: { quantity: 1, serviceOrder: '' },
    resolver: zodResolver(writeOffSchema(available)),
  });
  const { register, control, formState } = form;
  const [quantity, order] = useWatch({ control, name: ['quantity', 'serviceOrder'] });
  const writeOff = useWriteOffMutation();
  const pickOrder = (number: string) => {
    form.setValue('serviceOrder', number, { shouldDirty: true, shouldValidate: formState.isSubmitted });
    form.setFocus('serviceOrder');
  };
  const save = form.handleSubmit(async (values) => {
    try {
      await writeOff.mutateAsync({
        itemId: item.id,
        quantity: values.quantity,
        orderNumber: values.serviceOrder,
      });
      toast.success(writeOffTexts.done);
      onClose();
    } catch (error) {
      console.error(error);
    }
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={writeOffTexts.title}
      description={`${item.brand} ${item.model}. ${writeOffTexts.stock(formatThousands(available), item.reserved)}`}
      size="sm"
      busy={writeOff.isPending}
    >
      <Form form={form} draft={`descuento.${item.id}`} enterGoesOn onSubmit={save}>
        <DialogBody>
          <div className={styles.stack}>
            <FormRule control={control} text={WRITE_OFF_REQUIRED} />
            {writeOff.isError && <Banner tone="danger">{problemText(writeOff.error)}</Banner>}
            <FormNumberField label={writeOffTexts.quantity} control={control} name="quantity" />
            <OrderField
              typed={order}
              onPick={pickOrder}
              label={writeOffTexts.order}
              hint={writeOffTexts.orderHint}
              error={formState.errors.serviceOrder?.message}
              {...register('serviceOrder')}
            />
            {quantity === item.quantity && (
              <Banner tone="warning">
                {item.min_stock > 0 ? writeOffTexts.lastToBuy : writeOffTexts.last}
              </Banner>
            )}
          </div>
        </DialogBody>
        <SaveFooter
          label={writeOffTexts.submit}
          busyLabel={writeOffTexts.submitting}
          busy={writeOff.isPending}
          danger
        />
      </Form>
    </Dialog>
  );
}
