import { useId, type ReactNode } from 'react';
import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
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
  onChange: (value: string) => void;
}

/** Radio buttons with room for two lines each. Arrow keys move within the group. */
export function RadioList({ label, options, value, error, onChange }: RadioListProps) {
  const id = useId();
  return (
    <fieldset className={styles.list} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={styles.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.text}>
            <span>{option.label}</span>
            {option.detail && <span className={styles.detail}>{option.detail}</span>}
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className={fieldStyles.error}>
          <CircleAlert aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  );
}
