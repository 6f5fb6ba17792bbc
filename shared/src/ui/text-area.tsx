import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Field, splitFieldProps, type FieldTexts } from './field.tsx';
import styles from './field.module.css';

export interface TextAreaProps extends ComponentProps<'textarea'>, FieldTexts {}

/** A multi-line text field; grows with its content where supported. */
export function TextArea({ rows = 3, ...props }: TextAreaProps) {
  const { frame, control } = splitFieldProps(props);
  return (
    <Field id={control.id} {...frame}>
      {(attributes) => (
        <span className={styles.box}>
          <textarea
            {...control}
            {...attributes}
            rows={rows}
            className={classNames(styles.input, styles.area)}
          />
        </span>
      )}
    </Field>
  );
}
