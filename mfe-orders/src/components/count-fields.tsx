import { useWatch, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { countAmount, DENOMINATIONS } from '@taller/shared/orders/drawers/count.ts';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { formatClp } from '@taller/shared/values/money.ts';
import styles from './count-fields.module.css';
import { cashTexts as texts } from './texts.ts';

interface CountFieldsProps<V extends FieldValues, T> {
  control: Control<V, unknown, T>;
  /** The field with how many there are of each denomination. */
  name: FieldPath<V>;
}

/** Fields for the number of notes and coins of each kind, with their sum as they are typed (PAY-20). */
export function CountFields<V extends FieldValues, T>({ control, name }: CountFieldsProps<V, T>) {
  const count = useWatch({ control, name });
  return (
    <div className={styles.count}>
      <div className={styles.fields} role="group" aria-label={texts.units}>
        {DENOMINATIONS.map((each, index) => (
          <FormNumberField
            key={each}
            control={control}
            name={`${name}.${each}` as FieldPath<V>}
            label={formatClp(Number(each))}
            emptyAtZero
            autoFocus={index === 0}
          />
        ))}
      </div>
      <p className={styles.sum} role="status">
        <span>{texts.counted}</span>
        <span className={styles.amount}>{formatClp(countAmount(count))}</span>
      </p>
    </div>
  );
}
