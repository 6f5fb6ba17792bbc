import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { DateField, type DateFieldProps } from './date-field.tsx';

interface FormDateFieldProps<Values extends FieldValues, Output = Values> extends Omit<
  DateFieldProps,
  'value' | 'onValueChange' | 'name' | 'onBlur' | 'ref' | 'error'
> {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
}

/** DateField bound to a react-hook-form field that holds its value as text; shows that field's message. */
export function FormDateField<Values extends FieldValues, Output = Values>({
  control,
  name,
  ...rest
}: FormDateFieldProps<Values, Output>) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ control, name });
  const current: unknown = value;
  return (
    <DateField
      {...rest}
      ref={ref}
      name={name}
      value={typeof current === 'string' ? current : ''}
      onValueChange={onChange}
      onBlur={onBlur}
      error={fieldState.error?.message}
    />
  );
}
