import type { FieldValues } from 'react-hook-form';
import { NumberField, type NumberFieldProps } from './number-field.tsx';
import { useFormField, type FormFieldProps } from './use-form-field.ts';

/** NumberField bound to a react-hook-form field with a number | null value; shows that field's error. */
export function FormNumberField<Values extends FieldValues, Output = Values>({
  control,
  name,
  ...rest
}: FormFieldProps<NumberFieldProps, Values, Output>) {
  const { value, bound } = useFormField(control, name);
  return <NumberField {...rest} {...bound} value={typeof value === 'number' ? value : null} />;
}
