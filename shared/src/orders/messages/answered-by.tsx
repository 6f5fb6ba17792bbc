import type { Reply } from '#src/messages/order-messages-query.ts';
import { formatDateTime, formatRelative } from '#src/values/dates.ts';
import { messageEntryTexts as texts } from './texts.ts';
import styles from './message-entry.module.css';

/** Shows who answered a reply and when; renders nothing before (MSG-21). */
export function AnsweredBy({ reply }: { reply: Reply }) {
  if (reply.answered_at === null) return null;
  return (
    <p className={styles.muted}>
      <span>{texts.answeredBy(reply.answered_name)}</span>{' '}
      <time dateTime={reply.answered_at} title={formatDateTime(reply.answered_at)}>
        {formatRelative(reply.answered_at)}
      </time>
    </p>
  );
}
