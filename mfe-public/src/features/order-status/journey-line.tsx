import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import type { OrderStatus } from '@taller/shared/orders/status/order-status.ts';
import {
  ORDER_STEP_LABELS,
  orderProgress,
  STEP_STATE_WORDS,
} from '@taller/shared/orders/status/order-journey.ts';
import { orderStatusTexts as texts } from '@taller/shared/orders/public-status/status-texts.ts';
import hiddenStyles from '@taller/shared/ui/hidden.module.css';
import styles from './journey-line.module.css';

/** Progress from received to delivered, as a line with steps. */
export function JourneyLine({ status }: { status: OrderStatus }) {
  const progress = orderProgress(status);
  if (progress.length === 0) return null;
  return (
    <ol className={styles.line} aria-label={texts.journey}>
      {progress.map(({ step, state }) => (
        <li
          key={step}
          className={styles.stage}
          data-state={state}
          aria-current={state === 'current' || state === 'stopped' ? 'step' : undefined}
        >
          <span className={styles.dot} aria-hidden="true">
            {state === 'done' && <Check />}
            {state === 'stopped' && <X />}
          </span>
          <span>
            <span className={hiddenStyles.hidden}>{STEP_STATE_WORDS[state]}: </span>
            {ORDER_STEP_LABELS[step]}
          </span>
        </li>
      ))}
    </ol>
  );
}
