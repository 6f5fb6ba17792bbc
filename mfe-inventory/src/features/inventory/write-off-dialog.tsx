import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import type { InventoryRow } from '@taller/shared/stock/inventory/inventory-list-query.ts';
import { useWriteOffMutation } from '@taller/shared/stock/inventory/write-off-mutation.ts';
import { formatThousands } from '@taller/shared/values/money.ts';
import { writeOffSchema, type WriteOffInput } from '@taller/shared/stock/stock-schemas.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody, DialogCancel, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { es } from '#src/texts/es.ts';
import { failureText } from '#src/texts/failure-text.ts';
import styles from './inventory.module.css';

/**
 * The server's own Spanish message, if any (no such order, not enough stock). An order that does not exist violates a
 * foreign key, which the API reports as a conflict.
 */
const problemText = (error: unknown): string =>
  failureText(error, { 'not-found': es.inventory.gone, otherwise: es.writeOff.failed }, [
    'invalid',
    'conflict',
  ]);

/** Writes off items for a service order (INV-03). */
export function WriteOffDialog({ item, onClose }: { item: InventoryRow; onClose: () => void }) {
  const form = useForm<WriteOffInput, unknown, { quantity: number; serviceOrder: number }>({
    defaultValues: { quantity: 1, serviceOrder: '' },
    resolver: zodResolver(writeOffSchema(item.quantity)),
  });
  const { register, control, formState } = form;
  const quantity = useWatch({ control, name: 'quantity' });
  const writeOff = useWriteOffMutation();
  const save = form.handleSubmit(async (values) => {
    try {
      await writeOff.mutateAsync({
        itemId: item.id,
        quantity: values.quantity,
        orderNumber: values.serviceOrder,
      });
      toast.success(es.writeOff.done);
      onClose();
    } catch (error) {
      console.error(error);
    }
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={es.writeOff.title}
      description={`${item.brand} ${item.model}. ${es.writeOff.stock(formatThousands(item.quantity))}`}
      size="sm"
      busy={writeOff.isPending}
    >
      <Form form={form} draft={`descuento.${item.id}`} onSubmit={save}>
        <DialogBody>
          <div className={styles.stack}>
            {writeOff.isError && <Banner tone="danger">{problemText(writeOff.error)}</Banner>}
            <FormNumberField label={es.writeOff.quantity} control={control} name="quantity" />
            <TextField
              label={es.writeOff.order}
              inputMode="numeric"
              error={formState.errors.serviceOrder?.message}
              {...register('serviceOrder')}
            />
            {quantity === item.quantity && <Banner tone="warning">{es.writeOff.last}</Banner>}
          </div>
        </DialogBody>
        <DialogFooter>
          <DialogCancel>{es.cancel}</DialogCancel>
          <Button
            type="submit"
            variant="danger"
            loading={writeOff.isPending}
            loadingText={es.writeOff.submitting}
          >
            {es.writeOff.submit}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
