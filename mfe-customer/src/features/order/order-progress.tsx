import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import {
  ORDER_STEP_LABELS,
  STEP_STATE_WORDS,
  type JourneyStep,
} from '@taller/shared/orders/status/order-journey.ts';
import hiddenStyles from '@taller/shared/ui/hidden.module.css';
import styles from './order-progress.module.css';

export interface OrderProgressProps {
  progress: readonly JourneyStep[];
}

/** An order's progress from received to delivered: as a row, or as a column in narrow containers. */
export function OrderProgress({ progress }: OrderProgressProps) {
  return (
    <div className={styles.frame}>
      <ol className={styles.steps}>
        {progress.map(({ step, state }) => (
          <li key={step} className={styles[state]} aria-current={state === 'current' ? 'step' : undefined}>
            <span className={styles.mark}>
              {state === 'done' && <Check aria-hidden="true" />}
              {state === 'stopped' && <X aria-hidden="true" />}
            </span>
            <span className={styles.label}>
              {ORDER_STEP_LABELS[step]}
              <span className={hiddenStyles.hidden}>: {STEP_STATE_WORDS[state]}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
