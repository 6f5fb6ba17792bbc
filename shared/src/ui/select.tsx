import type { ComponentProps } from 'react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { classNames } from './class-names.ts';
import { Field, splitFieldProps, type FieldTexts } from './field.tsx';
import styles from './field.module.css';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'children'>, FieldTexts {
  options: readonly SelectOption[];
  /** The option for no value (''), for example 'Selecciona un tipo'. */
  placeholder?: string;
}

/**
 * A native select on purpose: it opens the phone's picker, works with `{...register('name')}`, injects no style element
 * and adds no code.
 */
export function Select({ options, placeholder, ...props }: SelectProps) {
  const { frame, control } = splitFieldProps(props);
  return (
    <Field id={control.id} {...frame}>
      {(attributes) => (
        <span className={styles.box}>
          <select {...control} {...attributes} className={classNames(styles.input, styles.select)}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className={styles.chevron} aria-hidden="true" />
        </span>
      )}
    </Field>
  );
}
