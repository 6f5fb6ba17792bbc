import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { Select, type SelectProps } from './select.tsx';

export interface FormSelectProps<Values extends FieldValues, Output = Values> extends Omit<
  SelectProps,
  'value' | 'defaultValue' | 'onChange' | 'name' | 'onBlur' | 'ref' | 'error'
> {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
}

/**
 * Select bound to a react-hook-form field, for loaded options: a value restored from a draft before the options are
 * loaded is shown as soon as they are. A registered select would show none and submit it anyway.
 */
export function FormSelect<Values extends FieldValues, Output = Values>({
  control,
  name,
  ...rest
}: FormSelectProps<Values, Output>) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ control, name });
  const current: unknown = value;
  return (
    <Select
      {...rest}
      ref={ref}
      name={name}
      value={typeof current === 'string' ? current : ''}
      onChange={onChange}
      onBlur={onBlur}
      error={fieldState.error?.message}
    />
  );
}
