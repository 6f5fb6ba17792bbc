import { useId, type ReactNode } from 'react';
import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import { classNames } from './class-names.ts';
import fieldStyles from './field.module.css';
import styles from './radio-list.module.css';

export interface RadioOption {
  value: string;
  label: ReactNode;
  /** A second line. */
  detail?: ReactNode;
}

export interface RadioListProps {
  label: string;
  options: readonly RadioOption[];
  /** '' for none. */
  value: string;
  error?: string | undefined;
  /** Short options side by side. */
  compact?: boolean;
  autoFocus?: boolean;
  onChange: (value: string) => void;
}

/** Radio buttons with room for two lines each. Arrow keys move within the group. */
export function RadioList({
  label,
  options,
  value,
  error,
  compact = false,
  autoFocus = false,
  onChange,
}: RadioListProps) {
  const id = useId();
  return (
    <fieldset
      role="radiogroup"
      className={classNames(styles.list, compact && styles.compact)}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={styles.legend}>{label}</legend>
      {options.map((option, index) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- The form says where it begins.
            autoFocus={autoFocus && (value === '' ? index === 0 : option.value === value)}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.text}>
            <span>{option.label}</span>
            {option.detail && <span className={styles.detail}>{option.detail}</span>}
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className={classNames(fieldStyles.error, styles.error)}>
          <CircleAlert aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  );
}
