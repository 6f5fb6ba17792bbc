import { useState } from 'react';
import { useMarkReadMutation } from '@taller/shared/notifications/mark-read-mutation.ts';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { Popover } from '@taller/shared/ui/popover.tsx';
import Bell from 'lucide-react/icons/bell';
import { DuePromises } from '#src/features/notifications/due-promises.tsx';
import { NotificationList } from '#src/features/notifications/notification-list.tsx';
import { useInbox } from '#src/features/notifications/use-inbox.ts';
import { usePanelCounts } from '#src/features/notifications/use-panel-counts.ts';
import { notificationTexts } from '#src/features/notifications/texts.ts';
import styles from './notification-bell.module.css';

const MOST_SHOWN = 99;

/**
 * The dashboard's bell: the number of unread notifications, and the panel. Opening it marks all as read at once
 * (NOTIF-01).
 */
export function NotificationBell() {
  const { data, error, refetch } = useInbox();
  const markRead = useMarkReadMutation();
  usePanelCounts();
  const [open, setOpen] = useState(false);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const unread = data?.unread ?? 0;

  const changeOpen = (next: boolean) => {
    setOpen(next);
    const newest = data?.notifications[0];
    if (!next || !data || !newest) return;
    setFresh(new Set(data.notifications.filter((item) => !item.is_read).map(({ id }) => id)));
    if (unread > 0) markRead.mutate(newest.created_at);
  };

  return (
    <Popover
      open={open}
      onOpenChange={changeOpen}
      title={notificationTexts.title}
      trigger={
        <IconButton
          className={styles.bell}
          label={notificationTexts.bell(unread)}
          icon={
            <>
              <Bell aria-hidden="true" />
              {unread > 0 && (
                <span className={styles.badge} aria-hidden="true" data-testid="unread-count">
                  {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
                </span>
              )}
            </>
          }
        />
      }
    >
      <DuePromises onFollow={() => setOpen(false)} />
      <NotificationList
        notifications={data?.notifications}
        error={data ? null : error}
        onRetry={() => void refetch()}
        fresh={fresh}
        onFollow={() => setOpen(false)}
      />
    </Popover>
  );
}
