import { useId, type ReactNode } from 'react';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { uiTexts } from './texts.ts';

/** What every field shows around its control. */
export interface FieldTexts {
  label: string;
  /** Keeps the label for screen readers only, for example in a toolbar. */
  hideLabel?: boolean;
  /** Help that stays visible, for example 'Formato: 12345678-9'. */
  hint?: ReactNode;
  /** What is wrong. Marks the control invalid. */
  error?: string;
  /** Something to look at twice, which does not block. */
  warning?: string;
  /** Adds '(opcional)' to the label: what is required is the rule and goes unmarked. */
  optional?: boolean;
}

/** The attributes that tie a control to its label, hint and error. */
export interface ControlAttributes {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export interface FieldProps extends FieldTexts {
  /** The control's id; made up when missing. */
  id?: string;
  className?: string;
  children: (control: ControlAttributes) => ReactNode;
}

/** Label above, control, then error, warning and hint below it, connected for assistive technology. */
export function Field({
  id,
  label,
  hideLabel,
  hint,
  error,
  warning,
  optional,
  className,
  children,
}: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const described = [
    error && `${controlId}-error`,
    warning && `${controlId}-warning`,
    hint && `${controlId}-hint`,
  ].filter(Boolean);
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={controlId} className={hideLabel ? styles.hidden : styles.label}>
        {label} {optional && <span className={styles.optional}>{uiTexts.optional}</span>}
      </label>
      {children({
        id: controlId,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
      })}
      {error && (
        <p id={`${controlId}-error`} className={styles.error}>
          <CircleAlert aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
      {warning && (
        <p id={`${controlId}-warning`} className={styles.warning}>
          <TriangleAlert aria-hidden="true" />
          <span>{warning}</span>
        </p>
      )}
      {hint && (
        <p id={`${controlId}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Splits what belongs to the frame from what belongs to the control. */
export function splitFieldProps<P extends FieldTexts & { className?: string }>(props: P) {
  const { label, hideLabel, hint, error, warning, optional, className, ...control } = props;
  return { frame: { label, hideLabel, hint, error, warning, optional, className }, control };
}
