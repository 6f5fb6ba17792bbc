import { useEffect } from 'react';
import { followTable } from '@taller/shared/data-access/follow-table.ts';
import { messageKeys } from '@taller/shared/messages/keys.ts';
import { readAgain } from '@taller/shared/query/read-again.ts';
import { useQueryClient } from '@taller/shared/query';

/** Reads messages again when one changed: of one order, or of any. */
export function useLiveMessages(orderId?: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const queryKey = orderId === undefined ? messageKeys.all : messageKeys.order(orderId);
    const reload = () => void readAgain(client, queryKey);
    return followTable('whatsapp_messages', {
      onChange: ({ row }) => {
        if (orderId === undefined || row.order_id === undefined || row.order_id === orderId) reload();
      },
      onJoined: reload,
    });
  }, [client, orderId]);
}
