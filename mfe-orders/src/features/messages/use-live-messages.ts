import { useEffect } from 'react';
import { messageKeys } from '@taller/shared/messages/keys.ts';
import { watchMessages } from '@taller/shared/messages/watch-messages.ts';
import { readAgain } from '@taller/shared/query/read-again.ts';
import { useQueryClient } from '@taller/shared/query';

/** Reads messages again when one changed: of one order, or of any. */
export function useLiveMessages(orderId?: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const queryKey = orderId === undefined ? messageKeys.all : messageKeys.order(orderId);
    const reload = () => void readAgain(client, queryKey);
    return watchMessages({
      onChange: (message) => {
        if (orderId === undefined || message === null || message.orderId === orderId) reload();
      },
      onResumed: reload,
    });
  }, [client, orderId]);
}
