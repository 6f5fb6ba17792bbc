import { useId, type ReactNode } from 'react';
import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import { classNames } from './class-names.ts';
import hiddenStyles from './hidden.module.css';
import styles from './field.module.css';
import { uiTexts } from './texts.ts';

/** Props common to all fields, rendered around the control. */
export interface FieldTexts {
  label: string;
  /** Hides the label visually, for example in a toolbar. */
  hideLabel?: boolean;
  /** Help that stays visible, for example 'Formato: 12345678-9'. */
  hint?: ReactNode;
  /** The error. Marks the control as invalid. */
  error?: string;
  /** A warning, which does not block. */
  warning?: string;
  /** Adds '(opcional)' to the label: required fields are the default and not marked. */
  optional?: boolean;
}

/** The attributes that associate a control with its label, hint and error. */
export interface ControlAttributes {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export interface FieldProps extends FieldTexts {
  /** The control's id; generated if missing. */
  id?: string;
  className?: string;
  children: (control: ControlAttributes) => ReactNode;
}

/** Label above, control, then error, warning and hint below it, associated for assistive technology. */
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
      <label htmlFor={controlId} className={hideLabel ? hiddenStyles.hidden : styles.label}>
        <span>{label}</span> {optional && <span className={styles.optional}>{uiTexts.optional}</span>}
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

/** Separates the frame's props from the control's. */
export function splitFieldProps<P extends FieldTexts & { className?: string }>(props: P) {
  const { label, hideLabel, hint, error, warning, optional, className, ...control } = props;
  return { frame: { label, hideLabel, hint, error, warning, optional, className }, control };
}
