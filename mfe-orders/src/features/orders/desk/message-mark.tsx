import type { MessageState } from '@taller/shared/messages/message.ts';
import { MESSAGE_ICONS } from '@taller/shared/orders/messages/message-icons.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import styles from './message-mark.module.css';

/** Delivery state of the newest message to the customer, as its icon. */
export function MessageMark({ state }: { state: MessageState }) {
  const Icon = MESSAGE_ICONS[state];
  const label = orderTexts.desk.messages[state];
  return (
    <span className={styles.mark} data-state={state} title={label}>
      <Icon role="img" aria-label={label} />
    </span>
  );
}
