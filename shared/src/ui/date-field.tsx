import { useRef, useState } from 'react';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Clock from 'lucide-react/icons/clock';
import { DATE_TEXT_FORMAT, readDateText, writeDateText, type DateTextType } from '#src/values/date-text.ts';
import styles from './date-field.module.css';
import { IconButton } from './icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** Texts of {@link DateField}. */
const dateFieldTexts = {
  openCalendar: 'Abrir calendario',
  openClock: 'Abrir reloj',
  wrongDate: (format: string) =>
    format === 'hh:mm' ? 'Escribe la hora como hh:mm.' : `Escribe la fecha como ${format}.`,
} as const;

export interface DateFieldProps extends Omit<
  TextFieldProps,
  'type' | 'prefix' | 'suffix' | 'value' | 'defaultValue' | 'onChange' | 'min' | 'max'
> {
  type?: DateTextType;
  /** The date in the format of native fields, e.g. `2032-01-05`; '' for none. */
  value: string;
  /** Called with the value; '' while the text is invalid. */
  onValueChange: (value: string) => void;
  /** A text that is no date is the value as it stands: for fields that may be empty, whose form must refuse it. */
  keepsWrong?: boolean;
  /** Limits of the picker. */
  min?: string;
  max?: string;
}

/**
 * A date or time field in Chilean format, whatever the browser's language: native fields show the month first in an
 * American browser. The native picker is available through the button.
 */
export function DateField({
  type = 'date',
  value,
  onValueChange,
  keepsWrong = false,
  min,
  max,
  ...props
}: DateFieldProps) {
  const valueOf = (typed: string) => readDateText(typed, type) || (keepsWrong ? typed.trim() : '');
  const textOf = (given: string) => writeDateText(given, type) || (keepsWrong ? given : '');
  const [text, setText] = useState(() => textOf(value));
  const [known, setKnown] = useState(value);
  const [left, setLeft] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  // An external value (the picker, a reset form) replaces the text; one that was just typed is already there.
  if (known !== value) {
    setKnown(value);
    if (valueOf(text) !== value) setText(textOf(value));
  }
  const wrong = left && text.trim() !== '' && readDateText(text, type) === '';
  return (
    <TextField
      {...props}
      inputMode={type === 'date' ? 'numeric' : 'text'}
      autoComplete="off"
      placeholder={DATE_TEXT_FORMAT[type]}
      value={text}
      error={wrong ? dateFieldTexts.wrongDate(DATE_TEXT_FORMAT[type]) : props.error}
      onChange={(event) => {
        setText(event.target.value);
        setLeft(false);
        onValueChange(valueOf(event.target.value));
      }}
      onBlur={(event) => {
        setLeft(true);
        // Checks the text, not `value`: a value stored in the URL arrives after the blur.
        const read = readDateText(text, type);
        if (read) setText(writeDateText(read, type));
        props.onBlur?.(event);
      }}
      suffix={
        <>
          <input
            ref={picker}
            type={type}
            className={styles.picker}
            value={value}
            min={min}
            max={max}
            tabIndex={-1}
            aria-hidden="true"
            onChange={(event) => onValueChange(event.target.value)}
          />
          <IconButton
            size="sm"
            label={type === 'time' ? dateFieldTexts.openClock : dateFieldTexts.openCalendar}
            icon={type === 'time' ? <Clock aria-hidden="true" /> : <CalendarDays aria-hidden="true" />}
            disabled={props.disabled}
            onClick={() => picker.current?.showPicker()}
          />
        </>
      }
    />
  );
}
