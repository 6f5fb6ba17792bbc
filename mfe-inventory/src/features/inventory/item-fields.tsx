import { useFormContext } from 'react-hook-form';
import { catalogQuery } from '@taller/shared/data/inventory/catalog-query.ts';
import type { InventoryItemInput } from '@taller/shared/domain/schemas/inventory.ts';
import { useQuery } from '@taller/shared/query';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { es } from '#src/texts/es.ts';

/** The six fields of a product, for adding and editing; inside a FormProvider. */
export function ItemFields() {
  const { register, control, formState } = useFormContext<InventoryItemInput>();
  const { errors } = formState;
  const types = useQuery(catalogQuery('component_types'));
  const suppliers = useQuery(catalogQuery('suppliers'));
  const options = (rows: { id: string; name: string }[] | undefined) =>
    (rows ?? []).map((row) => ({ value: row.id, label: row.name }));
  return (
    <>
      <TextField label={es.inventory.brand} error={errors.brand?.message} {...register('brand')} />
      <TextField label={es.inventory.model} error={errors.model?.message} {...register('model')} />
      <FormNumberField label={es.inventory.quantity} control={control} name="quantity" />
      <FormNumberField label={es.inventory.costPrice} prefix="$" control={control} name="cost_price" />
      <Select
        label={es.inventory.type}
        placeholder={es.inventory.chooseType}
        options={options(types.data)}
        error={errors.component_type_id?.message}
        {...register('component_type_id')}
      />
      <Select
        label={es.inventory.supplier}
        placeholder={es.inventory.chooseSupplier}
        options={options(suppliers.data)}
        error={errors.supplier_id?.message}
        {...register('supplier_id')}
      />
    </>
  );
}
