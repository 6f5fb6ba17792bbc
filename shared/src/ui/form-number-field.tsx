import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { NumberField, type NumberFieldProps } from './number-field.tsx';

export interface FormNumberFieldProps<Values extends FieldValues, Output = Values> extends Omit<
  NumberFieldProps,
  'value' | 'onValueChange' | 'name' | 'onBlur' | 'ref' | 'error'
> {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
}

/** NumberField bound to a react-hook-form field that holds number | null; shows that field's message. */
export function FormNumberField<Values extends FieldValues, Output = Values>({
  control,
  name,
  ...rest
}: FormNumberFieldProps<Values, Output>) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ control, name });
  const current: unknown = value;
  return (
    <NumberField
      {...rest}
      ref={ref}
      name={name}
      value={typeof current === 'number' ? current : null}
      onValueChange={onChange}
      onBlur={onBlur}
      error={fieldState.error?.message}
    />
  );
}
