import BellOff from 'lucide-react/icons/bell-off';
import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import Clock from 'lucide-react/icons/clock';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import type { MessageState } from '@taller/shared/messages/message.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import styles from './message-mark.module.css';

const ICONS = {
  queued: Clock,
  sending: Clock,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
  failed: TriangleAlert,
  off: BellOff,
} as const;

/** Delivery state of the newest message to the customer, with the icons known from messaging apps. */
export function MessageMark({ state }: { state: MessageState }) {
  const Icon = ICONS[state];
  const label = orderTexts.desk.messages[state];
  return (
    <span className={styles.mark} data-state={state} title={label}>
      <Icon role="img" aria-label={label} />
    </span>
  );
}
