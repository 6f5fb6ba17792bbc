import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import type { InventoryRow } from '@taller/shared/stock/inventory/inventory-list-query.ts';
import { useUpdateItemMutation } from '@taller/shared/stock/inventory/save-item-mutation.ts';
import { ALL_REQUIRED, inventoryItemSchema } from '@taller/shared/stock/stock-schemas.ts';
import { countField } from '@taller/shared/values/field-schemas.ts';
import { z } from '@taller/shared/values/zod.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody, DialogCancel, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { es } from '#src/texts/es.ts';
import { failureText } from '#src/texts/failure-text.ts';
import styles from './inventory.module.css';
import { ItemFields } from './item-fields.tsx';

const editSchema = z.extend(inventoryItemSchema, { min_stock: countField(ALL_REQUIRED) });

function problemText(error: unknown): string {
  const code = dataErrorCode(error);
  if (code === 'conflict') return es.inventory.changedMeanwhile;
  return code === 'not-found' ? es.inventory.gone : failureText(error, es.inventory.saveFailed);
}

/** Edits a product; concurrent changes are not overwritten (DATA-04). */
export function EditDialog({ item, onClose }: { item: InventoryRow; onClose: () => void }) {
  const form = useForm<z.input<typeof editSchema>, unknown, z.output<typeof editSchema>>({
    defaultValues: {
      brand: item.brand,
      model: item.model,
      quantity: item.quantity,
      cost_price: item.cost_price,
      component_type_id: item.component_type_id,
      supplier_id: item.supplier_id,
      min_stock: item.min_stock,
    },
    resolver: zodResolver(editSchema),
  });
  const update = useUpdateItemMutation();
  const save = form.handleSubmit(async (values) => {
    try {
      await update.mutateAsync({ id: item.id, version: item.version, item: values });
      toast.success(es.inventory.saved);
      onClose();
    } catch (error) {
      console.error(error);
    }
  });
  return (
    <Dialog open onOpenChange={onClose} title={es.inventory.editTitle} busy={update.isPending}>
      <Form form={form} draft={`inventario.${item.id}`} onSubmit={save}>
        <DialogBody>
          {update.isError && <Banner tone="danger">{problemText(update.error)}</Banner>}
          <div className={styles.fields}>
            <FormProvider {...form}>
              <ItemFields />
            </FormProvider>
            <FormNumberField
              label={es.inventory.minStock}
              hint={es.inventory.minStockHint}
              control={form.control}
              name="min_stock"
            />
          </div>
        </DialogBody>
        <DialogFooter>
          <DialogCancel>{es.cancel}</DialogCancel>
          <Button
            type="submit"
            variant="primary"
            loading={update.isPending}
            loadingText={es.inventory.saving}
          >
            {es.inventory.save}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
