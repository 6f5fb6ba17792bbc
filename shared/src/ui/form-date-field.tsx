import type { FieldValues } from 'react-hook-form';
import { DateField, type DateFieldProps } from './date-field.tsx';
import { useFormField, type FormFieldProps } from './use-form-field.ts';

/** DateField bound to a react-hook-form field with a text value; shows that field's error. */
export function FormDateField<Values extends FieldValues, Output = Values>({
  control,
  name,
  ...rest
}: FormFieldProps<DateFieldProps, Values, Output>) {
  const { value, bound } = useFormField(control, name);
  return <DateField {...rest} {...bound} value={typeof value === 'string' ? value : ''} />;
}
