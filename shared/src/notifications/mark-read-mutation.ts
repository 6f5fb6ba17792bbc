import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { inboxQuery, type Inbox } from './inbox-query.ts';
import { notificationKeys } from './keys.ts';

/**
 * Marks every unread notification up to the newest that was on screen as read, at once; what arrives meanwhile stays unread.
 *
 * @param upTo `createdAt` of that newest one, as the server gave it.
 */
async function markRead(upTo: string): Promise<void> {
  const client = await supabase();
  unwrap(
    await client.from('notifications').update({ is_read: true }).eq('is_read', false).lte('created_at', upTo),
  );
}

/** The mutation that opening the bell runs. The badge goes at once; if the server refuses, it comes back with the next reading. */
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
            notifications: inbox.notifications.map((item) => ({ ...item, isRead: true })),
          },
      );
    },
    onError: (error) => console.error('Notifications could not be marked as read', error),
    onSettled: () => client.invalidateQueries({ queryKey: notificationKeys.all }),
  });
}
