import { zodResolver } from '@hookform/resolvers/zod';
import Plus from 'lucide-react/icons/plus';
import { FormProvider, useForm } from 'react-hook-form';
import { useAddItemMutation } from '@taller/shared/stock/inventory/item-mutations.ts';
import {
  ALL_REQUIRED,
  inventoryItemSchema,
  type InventoryItem,
  type InventoryItemInput,
} from '@taller/shared/stock/stock-schemas.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { inventoryTexts, catalogTexts } from '#src/features/inventory/texts.ts';
import { AddPanel, type AddPanelState } from '#src/components/add-panel.tsx';
import { FormRule } from '#src/components/form-rule.tsx';
import { failureText } from '#src/components/failure-text.ts';
import styles from './inventory.module.css';
import { ItemFields } from './item-fields.tsx';
import type { Catalog } from '@taller/shared/stock/inventory/inventory-queries.ts';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { CatalogDialog } from './catalog-dialog.tsx';

/** The buttons that add a type and a supplier (INV-02). */
function CatalogButtons() {
  const [open, setOpen] = usePersistedDialog<Catalog>('catalogo');
  return (
    <div className={styles.buttons}>
      <Button size="sm" variant="ghost" onClick={() => setOpen('component_types')}>
        {catalogTexts.addType}
      </Button>
      <Button size="sm" variant="ghost" onClick={() => setOpen('suppliers')}>
        {catalogTexts.addSupplier}
      </Button>
      {open && <CatalogDialog catalog={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

const EMPTY: InventoryItemInput = {
  brand: '',
  model: '',
  quantity: null,
  cost_price: null,
  component_type_id: '',
  supplier_id: '',
};

/** The add form (INV-01); it stays open for the next product. Input is kept if the server rejects it. */
export function AddItemForm(panel: AddPanelState) {
  const form = useForm<InventoryItemInput, unknown, InventoryItem>({
    defaultValues: EMPTY,
    resolver: zodResolver(inventoryItemSchema),
  });
  const add = useAddItemMutation();
  const save = form.handleSubmit(async (item) => {
    try {
      await add.mutateAsync(item);
      toast.success(inventoryTexts.added);
      form.reset(EMPTY);
    } catch (error) {
      console.error(error);
    }
  });
  return (
    <AddPanel title={inventoryTexts.add} actions={<CatalogButtons />} {...panel}>
      <Form form={form} draft="inventario.nuevo" enterGoesOn onSubmit={save} className={styles.addForm}>
        <FormRule control={form.control} text={ALL_REQUIRED} />
        {add.isError && <Banner tone="danger">{failureText(add.error, inventoryTexts.addFailed)}</Banner>}
        <div className={styles.fields}>
          <FormProvider {...form}>
            <ItemFields />
          </FormProvider>
        </div>
        <Button
          type="submit"
          variant="primary"
          icon={<Plus aria-hidden="true" />}
          loading={add.isPending}
          loadingText={inventoryTexts.adding}
        >
          {inventoryTexts.add}
        </Button>
      </Form>
    </AddPanel>
  );
}
