import { stateTime, type Message } from '@taller/shared/messages/message.ts';
import entryStyles from '@taller/shared/orders/messages/message-entry.module.css';
import { MessageStateBadge } from '@taller/shared/orders/messages/message-state-badge.tsx';
import { messageEntryTexts } from '@taller/shared/orders/messages/texts.ts';
import { formatDateTime, formatRelative } from '@taller/shared/values/dates.ts';
import { formatPhone } from '@taller/shared/values/phone.ts';

/** Texts of a test message. */
const texts = {
  title: 'Mensaje de prueba',
  to: (phone: string) => `al ${phone}`,
  by: (name: string) => `Lo pidió ${name}`,
} as const;

interface TestMessageProps {
  message: Message;
  /** Name of the person who asked for the test, if known. */
  by?: string | undefined;
}

/** A test message with its state and, if it failed, why; an item of a list (CFG-58). */
export function TestMessage({ message, by }: TestMessageProps) {
  const at = stateTime(message);
  return (
    <li className={entryStyles.entry} data-state={message.state}>
      <MessageStateBadge state={message.state} />
      <div className={entryStyles.body}>
        <p className={entryStyles.what}>
          <strong>{texts.title}</strong>
          {message.phone && <span>{texts.to(formatPhone(message.phone))}</span>}
          <time className={entryStyles.time} dateTime={at} title={formatDateTime(at)}>
            {formatRelative(at)}
          </time>
        </p>
        {by && <p className={entryStyles.muted}>{texts.by(by)}</p>}
        {message.error_code !== null && (
          <p className={message.state === 'failed' ? entryStyles.problem : entryStyles.muted}>
            {messageEntryTexts.reason(message.error_code, message.error_message)}
          </p>
        )}
      </div>
    </li>
  );
}
