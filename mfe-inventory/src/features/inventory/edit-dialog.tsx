import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import type { InventoryRow } from '@taller/shared/stock/inventory/inventory-queries.ts';
import { useUpdateItemMutation } from '@taller/shared/stock/inventory/item-mutations.ts';
import {
  ALL_REQUIRED,
  editedItemSchema,
  type EditedItem,
  type EditedItemInput,
} from '@taller/shared/stock/stock-schemas.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { inventoryTexts } from '#src/features/inventory/texts.ts';
import { FormRule } from '#src/components/form-rule.tsx';
import { failureText } from '#src/components/failure-text.ts';
import styles from './inventory.module.css';
import { ItemFields } from './item-fields.tsx';

const problemText = (error: unknown): string =>
  failureText(error, {
    conflict: inventoryTexts.changedMeanwhile,
    'not-found': inventoryTexts.gone,
    otherwise: inventoryTexts.saveFailed,
  });

/** Edits a product; concurrent changes are not overwritten (DATA-04). */
export function EditDialog({ item, onClose }: { item: InventoryRow; onClose: () => void }) {
  const form = useForm<EditedItemInput, unknown, EditedItem>({
    defaultValues: {
      brand: item.brand,
      model: item.model,
      quantity: item.quantity,
      cost_price: item.cost_price,
      component_type_id: item.component_type_id,
      supplier_id: item.supplier_id,
      min_stock: item.min_stock,
      place: item.place,
    },
    resolver: zodResolver(editedItemSchema),
  });
  const update = useUpdateItemMutation();
  const save = form.handleSubmit(async (values) => {
    try {
      await update.mutateAsync({ id: item.id, version: item.version, item: values });
      toast.success(inventoryTexts.saved);
      onClose();
    } catch (error) {
      console.error(error);
    }
  });
  return (
    <Dialog open onOpenChange={onClose} title={inventoryTexts.editTitle} busy={update.isPending}>
      <Form form={form} draft={`inventario.${item.id}`} enterGoesOn onSubmit={save}>
        <DialogBody>
          <FormRule control={form.control} text={ALL_REQUIRED} />
          {update.isError && <Banner tone="danger">{problemText(update.error)}</Banner>}
          <div className={styles.fields}>
            <FormProvider {...form}>
              <ItemFields />
            </FormProvider>
            <FormNumberField
              label={inventoryTexts.minStock}
              hint={inventoryTexts.minStockHint}
              control={form.control}
              name="min_stock"
            />
            <TextField
              {...form.register('place')}
              label={inventoryTexts.place}
              hint={inventoryTexts.placeHint}
              maxLength={40}
              error={form.formState.errors.place?.message}
              autoComplete="off"
              optional
            />
          </div>
        </DialogBody>
        <SaveFooter label={inventoryTexts.save} busyLabel={inventoryTexts.saving} busy={update.isPending} />
      </Form>
    </Dialog>
  );
}
