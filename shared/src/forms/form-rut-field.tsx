import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { dashedRut, RUT_HINT, rutWarning, rutWhileTyped } from '#src/values/rut.ts';
import { TextField } from '#src/ui/text-field.tsx';

interface FormRutFieldProps<V extends FieldValues, T> {
  control: Control<V, unknown, T>;
  name: FieldPath<V>;
  label: string;
  autoFocus?: boolean;
}

/**
 * A RUT field. Its dash comes while it is typed (ORD-23). On blur it is normalised: without dots, and with a missing
 * dash if the check digit matches. A wrong check digit is only a warning (AUTH-07).
 */
export function FormRutField<V extends FieldValues, T = V>({
  control,
  name,
  label,
  autoFocus,
}: FormRutFieldProps<V, T>) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ control, name });
  const current: unknown = value;
  const typed = typeof current === 'string' ? current : '';
  const error = fieldState.error?.message;
  return (
    <TextField
      ref={ref}
      name={name}
      value={typed}
      label={label}
      hint={error === RUT_HINT ? undefined : RUT_HINT}
      warning={error ? undefined : (rutWarning(typed) ?? undefined)}
      error={error}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      autoFocus={autoFocus}
      onChange={({ target, nativeEvent }) => {
        // Formats only what is typed at the end: the caret stays, and deleted characters do not come back.
        const isTypedAtEnd =
          nativeEvent instanceof InputEvent &&
          nativeEvent.inputType === 'insertText' &&
          target.selectionStart === target.value.length;
        onChange(isTypedAtEnd ? rutWhileTyped(target.value) : target.value);
      }}
      onBlur={() => {
        const tidy = dashedRut(typed);
        if (tidy !== typed) onChange(tidy);
        onBlur();
      }}
    />
  );
}
