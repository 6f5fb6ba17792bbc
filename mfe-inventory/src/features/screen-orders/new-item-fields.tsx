import { useEffect } from 'react';
import { catalogQuery } from '@taller/shared/data/inventory/catalog-query.ts';
import { useQuery } from '@taller/shared/query';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { es } from '#src/texts/es.ts';
import type { NewItemForm } from './new-item-schema.ts';

interface NewItemFieldsProps {
  form: NewItemForm;
  /** Chosen beforehand if there is a supplier of that name. */
  supplierName: string;
}

/** What a new product needs besides what the screen order says. */
export function NewItemFields({ form, supplierName }: NewItemFieldsProps) {
  const { register, control, formState, getValues, setValue } = form;
  const types = useQuery(catalogQuery('component_types'));
  const suppliers = useQuery(catalogQuery('suppliers'));
  const known = suppliers.data?.find(({ name }) => name.toLowerCase() === supplierName.toLowerCase())?.id;
  useEffect(() => {
    if (known && !getValues('supplier_id')) setValue('supplier_id', known);
  }, [known, getValues, setValue]);
  const options = (rows: { id: string; name: string }[] | undefined) =>
    (rows ?? []).map((row) => ({ value: row.id, label: row.name }));
  const { errors } = formState;
  return (
    <>
      <TextField label={es.inventory.brand} error={errors.brand?.message} {...register('brand')} />
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
