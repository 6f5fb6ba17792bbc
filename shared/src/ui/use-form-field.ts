import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';

/** Props that the caller of a bound field provides; the form provides the rest. */
export type FormFieldProps<Props, Values extends FieldValues, Output> = Omit<
  Props,
  'value' | 'onValueChange' | 'name' | 'onBlur' | 'ref' | 'error'
> & {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
};

/** Binds a custom field to a react-hook-form field: its value and its error. */
export function useFormField<Values extends FieldValues, Output>(
  control: Control<Values, unknown, Output>,
  name: FieldPath<Values>,
) {
  const { field, fieldState } = useController({ control, name });
  const value: unknown = field.value;
  const { ref, onChange: onValueChange, onBlur } = field;
  return { value, bound: { ref, name, onValueChange, onBlur, error: fieldState.error?.message } };
}
