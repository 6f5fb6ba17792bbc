import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { phoneWarning } from '#src/values/phone.ts';
import { TextField, type TextFieldProps } from '#src/ui/text-field.tsx';

interface FormPhoneFieldProps<V extends FieldValues, T> extends Omit<TextFieldProps, 'name' | 'value'> {
  control: Control<V, unknown, T>;
  name: FieldPath<V>;
}

/** A phone field. A number that may not be what was meant, or that gets no messages, is asked about (MSG-20). */
export function FormPhoneField<V extends FieldValues, T = V>({
  control,
  name,
  hint,
  ...rest
}: FormPhoneFieldProps<V, T>) {
  const { field, fieldState } = useController({ control, name });
  const current: unknown = field.value;
  const typed = typeof current === 'string' ? current : '';
  const error = fieldState.error?.message;
  const warning = error ? undefined : (phoneWarning(typed) ?? undefined);
  return (
    <TextField
      {...rest}
      {...field}
      value={typed}
      type="tel"
      error={error}
      warning={warning}
      hint={warning ? undefined : hint}
    />
  );
}
