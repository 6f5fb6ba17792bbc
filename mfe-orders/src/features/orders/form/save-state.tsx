import { useFormState, type Control } from 'react-hook-form';
import type { OrderForm, OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import { orderFormTexts as texts } from '#src/features/orders/form/texts.ts';
import { orderSaveFailure } from '@taller/shared/orders/failure-text.ts';
import styles from './order-fields.module.css';

interface SaveStateProps {
  /** The error of the last save. */
  error: unknown;
  control: Control<OrderFormInput, unknown, OrderForm>;
}

/** The reason why the order was not saved, next to the button: the form is long, and its top may be out of view. */
export function SaveState({ error, control }: SaveStateProps) {
  const problems = Object.keys(useFormState({ control }).errors).length;
  if (problems > 0)
    return (
      <span role="status" className={styles.problems}>
        {texts.fixErrors(problems)}
      </span>
    );
  if (!error) return null;
  return (
    <span role="alert" className={styles.problems}>
      {orderSaveFailure(error)}
    </span>
  );
}
