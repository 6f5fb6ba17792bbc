import { useEffect, useRef } from 'react';
import { inboxQuery, type Notification } from '@taller/shared/notifications/notification-queries.ts';
import { notificationKeys } from '@taller/shared/notifications/keys.ts';
import { watchNotifications } from '@taller/shared/notifications/watch-notifications.ts';
import { refetch } from '@taller/shared/query/refetch.ts';
import { useQuery, useQueryClient } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { notificationTexts } from '#src/features/notifications/texts.ts';

/** Ids of new unread notifications. Pure, so that it can be tested separately. */
export function arrivals(known: ReadonlySet<string> | null, now: readonly Notification[]): Notification[] {
  return known ? now.filter((item) => !item.is_read && !known.has(item.id)) : [];
}

/**
 * The inbox, kept up to date in two ways (NOTIF-02): realtime announces new notifications at once, and polling every 30
 * s finds those missed during a disconnect. Each is announced once.
 */
export function useInbox() {
  const client = useQueryClient();
  const query = useQuery(inboxQuery());
  const known = useRef<Set<string> | null>(null);
  const announced = useRef(new Set<string>());
  const { data, error } = query;

  useEffect(() => {
    const reload = () => void refetch(client, notificationKeys.all);
    return watchNotifications({
      onArrived: (id) => {
        if (announced.current.has(id) || known.current?.has(id)) return;
        announced.current.add(id);
        toast.info(notificationTexts.arrived);
      },
      onChanged: reload,
    });
  }, [client]);

  useEffect(() => {
    if (!data) return;
    const missed = arrivals(known.current, data.notifications).filter(({ id }) => !announced.current.has(id));
    if (missed.length > 0) toast.info(notificationTexts.arrived);
    known.current = new Set([...(known.current ?? []), ...data.notifications.map(({ id }) => id)]);
  }, [data]);

  useEffect(() => {
    if (error) console.error('Notifications could not be loaded', error);
  }, [error]);

  return query;
}
