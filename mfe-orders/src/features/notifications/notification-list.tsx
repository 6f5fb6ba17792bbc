import { useEffect, useState } from 'react';
import type { Notification } from '@taller/shared/notifications/notification-queries.ts';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import Bell from 'lucide-react/icons/bell';
import { NotificationItem } from '#src/features/notifications/notification-item.tsx';
import { notificationTexts } from '#src/features/notifications/texts.ts';
import styles from './notification-list.module.css';

/** Relative times are updated periodically. */
const CLOCK_MS = 30_000;

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), CLOCK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export interface NotificationListProps {
  /** Newest first; undefined while they load. */
  notifications: readonly Notification[] | undefined;
  /** Error of the read; null if there is none. */
  error: unknown;
  onRetry: () => void;
  /** Ids that were unread when the panel opened. */
  fresh: ReadonlySet<string>;
  onFollow: () => void;
}

/** Content of the bell's panel. */
export function NotificationList({ notifications, error, onRetry, fresh, onFollow }: NotificationListProps) {
  const now = useNow();
  if (error) return <ErrorState error={error} message={notificationTexts.failed} onRetry={onRetry} />;
  if (!notifications) {
    return (
      <p role="status" className={styles.loading}>
        {notificationTexts.loading}
      </p>
    );
  }
  if (notifications.length === 0) {
    return <EmptyState icon={<Bell aria-hidden="true" />} title={notificationTexts.empty} />;
  }
  return (
    <ul className={styles.list}>
      {notifications.map((notification) => (
        <NotificationItem
          key={notification.id}
          notification={notification}
          fresh={fresh.has(notification.id) || !notification.is_read}
          now={now}
          onFollow={onFollow}
        />
      ))}
    </ul>
  );
}
