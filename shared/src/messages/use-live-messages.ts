import { useEffect } from 'react';
import { messageKeys } from '#src/messages/keys.ts';
import { watchMessages } from '#src/messages/watch-messages.ts';
import { readAgain } from '#src/query/read-again.ts';
import { useQueryClient } from '@taller/shared/query';

/** Invalidates message queries when one changed: of one order, or of any. */
export function useLiveMessages(orderId?: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const queryKey = orderId === undefined ? messageKeys.all : messageKeys.order(orderId);
    const reload = () => void readAgain(client, queryKey);
    return watchMessages({
      onChange: (message) => {
        if (orderId === undefined || message === null || message.order_id === orderId) reload();
      },
      onResumed: reload,
    });
  }, [client, orderId]);
}
