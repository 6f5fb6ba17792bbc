import { Check, X } from 'lucide-react';
import type { OrderStatus } from '@taller/shared/orders/status/order-status.ts';
import { orderStatusTexts as texts } from '@taller/shared/orders/public-status/status-texts.ts';
import { journeyOf, type StageState } from './journey.ts';
import styles from './journey-line.module.css';

const SPOKEN: Readonly<Record<StageState, string>> = {
  done: texts.stageDone,
  current: texts.stageCurrent,
  coming: texts.stageComing,
};

/** The way from received to delivered, as a line with stations. */
export function JourneyLine({ status }: { status: OrderStatus }) {
  const { stages, stopped } = journeyOf(status);
  if (stages.length === 0) return null;
  return (
    <ol className={styles.line} aria-label={texts.journey}>
      {stages.map(({ stage, state }) => {
        const halted = stopped && state === 'current';
        return (
          <li
            key={stage}
            className={styles.stage}
            data-state={halted ? 'stopped' : state}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <span className={styles.dot} aria-hidden="true">
              {state === 'done' && <Check />}
              {halted && <X />}
            </span>
            <span>
              <span className={styles.spoken}>{SPOKEN[state]} </span>
              {texts.stages[stage]}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
