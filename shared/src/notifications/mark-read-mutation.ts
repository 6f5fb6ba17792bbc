import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { inboxQuery, type Inbox } from './notification-queries.ts';
import { notificationKeys } from './keys.ts';

/**
 * Marks every unread notification up to the newest shown one as read; later ones stay unread.
 *
 * @param upTo `created_at` of the newest shown one, exactly as the server sent it.
 */
async function markRead(upTo: string): Promise<void> {
  const client = await supabase();
  unwrap(
    await client.from('notifications').update({ is_read: true }).eq('is_read', false).lte('created_at', upTo),
  );
}

/**
 * Marks notifications as read when the bell is opened. Optimistic: the badge disappears at once; if the server rejects
 * it, the next read restores it.
 */
export function useMarkReadMutation() {
  const client = useQueryClient();
  const { queryKey } = inboxQuery();
  return useMutation({
    mutationFn: markRead,
    onMutate: async () => {
      await client.cancelQueries({ queryKey });
      client.setQueryData<Inbox>(
        queryKey,
        (inbox) =>
          inbox && {
            unread: 0,
            notifications: inbox.notifications.map((item) => ({ ...item, is_read: true })),
          },
      );
    },
    onError: (error) => console.error('Notifications could not be marked as read', error),
    onSettled: () => client.invalidateQueries({ queryKey: notificationKeys.all }),
  });
}
