import { useState } from 'react';
import { useController, type Control } from 'react-hook-form';
import { useQuery } from '@taller/shared/query';
import { catalogQuery } from '@taller/shared/stock/inventory/inventory-queries.ts';
import {
  SCREEN_SUPPLIERS,
  type ScreenOrder,
  type ScreenOrderInput,
} from '@taller/shared/stock/stock-schemas.ts';
import { Select } from '@taller/shared/ui/select.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { screenOrderTexts as texts } from '#src/features/screen-orders/texts.ts';

/** The option that is no name. */
const OTHER = 'otro';

/** The supplier of a purchase: the two of screens first, then the catalog's, or a new name (PART-40). */
export function SupplierField({ control }: { control: Control<ScreenOrderInput, unknown, ScreenOrder> }) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ control, name: 'proveedor' });
  const catalog = useQuery(catalogQuery('suppliers')).data;
  const [isTyping, setTyping] = useState(false);
  const names = [...new Set<string>([...SCREEN_SUPPLIERS, ...(catalog ?? []).map(({ name }) => name)])];
  const isNew = isTyping || (catalog !== undefined && value !== '' && !names.includes(value));
  const error = fieldState.error?.message;
  return (
    <>
      <Select
        ref={ref}
        label={texts.supplier}
        placeholder={texts.chooseSupplier}
        value={isNew ? OTHER : value}
        options={[
          ...names.map((name) => ({ value: name, label: name })),
          { value: OTHER, label: texts.otherSupplier },
        ]}
        error={isNew ? undefined : error}
        onChange={({ target }) => {
          setTyping(target.value === OTHER);
          onChange(target.value === OTHER ? '' : target.value);
        }}
        onBlur={onBlur}
      />
      {isNew && (
        <TextField
          ref={ref}
          label={texts.supplierName}
          value={value}
          error={error}
          onChange={onChange}
          onBlur={onBlur}
        />
      )}
    </>
  );
}
