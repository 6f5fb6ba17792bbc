import { useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Field, splitFieldProps, type FieldTexts } from './field.tsx';
import styles from './field.module.css';
import { formatInteger, parseInteger } from '#src/values/parse-integer.ts';

export interface NumberFieldProps
  extends
    Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'defaultValue' | 'prefix' | 'type'>,
    FieldTexts {
  /** An integer; null if empty, NaN if the text is not a number. */
  value: number | null;
  onValueChange: (value: number | null) => void;
  /** '$' for amounts in pesos. */
  prefix?: ReactNode;
  /** For example 'días'. */
  suffix?: ReactNode;
  /** 0 is nothing yet: it is shown as an empty field, and an emptied field is 0. */
  emptyAtZero?: boolean;
}

/**
 * An integer with Chilean thousands separators. Not type=number: there '45.000' means 45, the mouse wheel changes
 * amounts, and invalid text reads as empty. With react-hook-form use FormNumberField.
 */
export function NumberField({
  value,
  onValueChange,
  prefix,
  suffix,
  emptyAtZero = false,
  onBlur,
  ...props
}: NumberFieldProps) {
  const read = (text: string) => parseInteger(text) ?? (emptyAtZero ? 0 : null);
  const shown = emptyAtZero && value === 0 ? '' : formatInteger(value);
  const [typed, setTyped] = useState<string | null>(null);
  const { frame, control } = splitFieldProps(props);
  // The typed text is kept while it has the same value; an external value (reset) replaces it.
  const keeps = typed !== null && Object.is(read(typed), value);
  // Typing replaces the number, since a 2 typed beside a 1 would be 12. The click that brings the focus clears the
  // selection, so it selects again; the next click places the caret.
  const isNewHere = useRef(false);
  const handleFocus = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    isNewHere.current = true;
    currentTarget.select();
  };
  const handleClick = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    if (isNewHere.current || value === 0) currentTarget.select();
    isNewHere.current = false;
  };
  return (
    <Field id={control.id} {...frame}>
      {(attributes) => (
        <span className={styles.box}>
          {prefix && <span className={styles.affix}>{prefix}</span>}
          <input
            inputMode="numeric"
            onFocus={handleFocus}
            onClick={handleClick}
            autoComplete="off"
            {...control}
            {...attributes}
            type="text"
            className={classNames(styles.input, styles.number)}
            value={keeps ? typed : shown}
            onChange={(event) => {
              isNewHere.current = false;
              setTyped(event.target.value);
              onValueChange(read(event.target.value));
            }}
            onBlur={(event) => {
              if (!Number.isNaN(value)) setTyped(null);
              onBlur?.(event);
            }}
          />
          {suffix && (
            <span className={styles.unit} aria-hidden="true">
              {suffix}
            </span>
          )}
        </span>
      )}
    </Field>
  );
}
