import { Check, X } from 'lucide-react';
import { ORDER_STEP_LABELS, orderProgress, type StepState } from './order-journey.ts';
import type { OrderStatus } from './order-status.ts';
import styles from './order-progress.module.css';

export interface OrderProgressProps {
  status: OrderStatus;
  approvedAt?: string | null;
}

/** What the mark of a step says to a screen reader. */
const STATE_WORDS: Readonly<Record<StepState, string>> = {
  done: 'Listo',
  current: 'Ahora',
  stopped: 'Hasta aquí llegó',
  ahead: 'Pendiente',
};

/** Where an order stands between received and delivered: in a row, or in a column where there is no room for one. */
export function OrderProgress({ status, approvedAt }: OrderProgressProps) {
  return (
    <div className={styles.frame}>
      <ol className={styles.steps}>
        {orderProgress(status, approvedAt).map(({ step, state }) => (
          <li key={step} className={styles[state]} aria-current={state === 'current' ? 'step' : undefined}>
            <span className={styles.mark}>
              {state === 'done' && <Check aria-hidden="true" />}
              {state === 'stopped' && <X aria-hidden="true" />}
            </span>
            <span className={styles.label}>
              {ORDER_STEP_LABELS[step]}
              <span className={styles.words}>: {STATE_WORDS[state]}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
