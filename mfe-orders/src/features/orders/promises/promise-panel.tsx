import { may } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { promiseState, promiseWarning } from '@taller/shared/orders/promises/promise-state.ts';
import { promiseSentence } from '@taller/shared/orders/promises/promise-words.ts';
import { currentWait } from '@taller/shared/orders/waits/order-wait.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { useNow } from '../shared/use-minute.ts';
import { promiseTexts as texts } from './texts.ts';

interface PromisePanelProps {
  order: Order;
  role: Role;
  /** Opens the dialog that changes it. */
  onChange: () => void;
}

const TONES = { late: 'danger', risk: 'warning', due: 'neutral' } as const;

/** The promised date, and whether the order is late or at risk (TIME-25); renders nothing without work left. */
export function PromisePanel({ order, role, onChange }: PromisePanelProps) {
  const now = useNow();
  const state = promiseState(order, now);
  if (state === null || order.promised_at === null) return null;
  const warning = promiseWarning(order, now);
  const wait = currentWait(order);
  return (
    <Banner
      tone={TONES[state]}
      action={
        may(role, 'orders.change') && (
          <Button size="sm" onClick={onChange}>
            {texts.changeShort}
          </Button>
        )
      }
    >
      <strong>{promiseSentence(order.promised_at, now)}</strong>
      {warning && <p>{warning.text}</p>}
      {wait?.stops_clock && <p>{texts.clockStands(wait.label.toLowerCase())}</p>}
    </Banner>
  );
}
