import { TextField, type TextFieldProps } from './text-field.tsx';

export interface DateFieldProps extends Omit<TextFieldProps, 'type' | 'prefix' | 'suffix'> {
  /** `date` gives 'YYYY-MM-DD', `datetime-local` 'YYYY-MM-DDTHH:mm', `time` 'HH:mm'; none has a time zone. */
  type?: 'date' | 'datetime-local' | 'time';
}

/** The platform's date or time picker, in the person's own format. */
export function DateField({ type = 'date', ...props }: DateFieldProps) {
  return <TextField {...props} type={type} />;
}
