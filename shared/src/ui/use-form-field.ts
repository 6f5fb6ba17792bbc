import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';

/** What a field bound to a form takes from its caller; the form gives the rest. */
export type FormFieldProps<Props, Values extends FieldValues, Output> = Omit<
  Props,
  'value' | 'onValueChange' | 'name' | 'onBlur' | 'ref' | 'error'
> & {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
};

/** Binds a field of our own to one of react-hook-form: its value as it stands there, and its message. */
export function useFormField<Values extends FieldValues, Output>(
  control: Control<Values, unknown, Output>,
  name: FieldPath<Values>,
) {
  const { field, fieldState } = useController({ control, name });
  const value: unknown = field.value;
  const { ref, onChange: onValueChange, onBlur } = field;
  return { value, bound: { ref, name, onValueChange, onBlur, error: fieldState.error?.message } };
}
