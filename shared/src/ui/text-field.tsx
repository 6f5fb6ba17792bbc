import type { ComponentProps, ReactNode } from 'react';
import { Field, splitFieldProps, type FieldTexts } from './field.tsx';
import styles from './field.module.css';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'prefix'>, FieldTexts {
  /** Before the text, inside the box: an icon or a unit. */
  prefix?: ReactNode;
  /** After the text, inside the box: an icon button. */
  suffix?: ReactNode;
}

/** A single-line text field. Accepts `{...register('name')}` of react-hook-form, and its message as `error`. */
export function TextField({ prefix, suffix, type = 'text', ...props }: TextFieldProps) {
  const { frame, control } = splitFieldProps(props);
  return (
    <Field id={control.id} {...frame}>
      {(attributes) => (
        <span className={styles.box}>
          {prefix && <span className={styles.affix}>{prefix}</span>}
          <input {...control} {...attributes} type={type} className={styles.input} />
          {suffix && <span className={styles.trailing}>{suffix}</span>}
        </span>
      )}
    </Field>
  );
}
