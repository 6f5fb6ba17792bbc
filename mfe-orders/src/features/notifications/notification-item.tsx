import type { Notification } from '@taller/shared/notifications/notification-queries.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { formatDateTime, formatRelative } from '@taller/shared/values/dates.ts';
import { Link } from '@taller/shared/runtime';
import { classNames } from '@taller/shared/ui/class-names.ts';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import { notificationTexts } from '#src/features/notifications/texts.ts';
import styles from './notification-item.module.css';

export interface NotificationItemProps {
  notification: Notification;
  /** Whether it was unread when the panel opened. */
  fresh: boolean;
  now: Date;
  /** Called when the link is followed. */
  onFollow: () => void;
}

/** Link of a notification; null if its target no longer exists. */
function targetOf({ type, order_id }: Notification): string | null {
  if (type === 'erasure_requested') return `${paths.dashboardCustomers.getHref()}?vista=privacidad`;
  if (type === 'booking_message_failed') return paths.dashboardMessages.getHref();
  if (type.startsWith('booking')) return paths.dashboardAppointments.getHref();
  if (order_id) return paths.orderView.getHref(order_id);
  return type === 'customer_reply' ? `${paths.dashboardMessages.getHref()}?ver=respuestas` : null;
}

/**
 * A notification: a green check for quote_approved, a red cross for any other (NOTIF-01), and a link to its subject.
 */
export function NotificationItem({ notification, fresh, now, onFollow }: NotificationItemProps) {
  const good = notification.type === 'quote_approved';
  const target = targetOf(notification);
  const Icon = good ? CircleCheck : CircleX;
  const content = (
    <>
      <Icon
        className={good ? styles.good : styles.bad}
        role="img"
        aria-label={good ? notificationTexts.goodNews : notificationTexts.badNews}
      />
      <span className={styles.text}>
        <span className={styles.message}>{notification.message}</span>
        <time
          dateTime={notification.created_at}
          title={formatDateTime(notification.created_at)}
          className={styles.time}
        >
          {formatRelative(notification.created_at, now)}
        </time>
      </span>
      {fresh && <span className={styles.dot} role="img" aria-label={notificationTexts.fresh} />}
    </>
  );
  return (
    <li className={classNames(styles.item, fresh && styles.fresh)} data-type={notification.type}>
      {target ? (
        <Link to={target} className={styles.row} onClick={onFollow}>
          {content}
        </Link>
      ) : (
        <div className={styles.row}>{content}</div>
      )}
    </li>
  );
}
