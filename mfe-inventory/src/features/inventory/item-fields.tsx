import { useFormContext } from 'react-hook-form';
import { catalogQuery } from '@taller/shared/stock/inventory/inventory-queries.ts';
import type { InventoryItemInput } from '@taller/shared/stock/stock-schemas.ts';
import { useQuery } from '@taller/shared/query';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { FormSelect } from '@taller/shared/ui/form-select.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { inventoryTexts } from '#src/features/inventory/texts.ts';

const optionsOf = (rows: { id: string; name: string }[] | undefined) =>
  (rows ?? []).map((row) => ({ value: row.id, label: row.name }));

function TypeField() {
  const { control } = useFormContext<InventoryItemInput>();
  const types = useQuery(catalogQuery('component_types'));
  return (
    <FormSelect
      control={control}
      name="component_type_id"
      label={inventoryTexts.type}
      placeholder={inventoryTexts.chooseType}
      options={optionsOf(types.data)}
    />
  );
}

function SupplierField() {
  const { control } = useFormContext<InventoryItemInput>();
  const suppliers = useQuery(catalogQuery('suppliers'));
  return (
    <FormSelect
      control={control}
      name="supplier_id"
      label={inventoryTexts.supplier}
      placeholder={inventoryTexts.chooseSupplier}
      options={optionsOf(suppliers.data)}
    />
  );
}

/**
 * The fields of a product; inside a FormProvider. `received`: without those determined by a purchase, quantity and
 * supplier.
 */
export function ItemFields({ received = false }: { received?: boolean }) {
  const { register, control, formState } = useFormContext<InventoryItemInput>();
  const { errors } = formState;
  return (
    <>
      <TextField label={inventoryTexts.brand} error={errors.brand?.message} {...register('brand')} />
      <TextField label={inventoryTexts.model} error={errors.model?.message} {...register('model')} />
      {!received && <FormNumberField label={inventoryTexts.quantity} control={control} name="quantity" />}
      <FormNumberField label={inventoryTexts.costPrice} prefix="$" control={control} name="cost_price" />
      <TypeField />
      {!received && <SupplierField />}
    </>
  );
}
