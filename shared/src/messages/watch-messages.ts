import { followTable } from '#src/data-access/follow-table.ts';
import type { Message } from './message.ts';
import { useEffect } from 'react';
import { messageKeys } from '#src/messages/keys.ts';
import { refetch } from '#src/query/refetch.ts';
import { useQueryClient } from '@taller/shared/query';

interface MessageHandlers {
  /** A message was queued or changed its state: the new row. Null if one was deleted. */
  onChange: (message: Message | null) => void;
  /** The subscription is active, for the first time or again: anything may have changed since the last read. */
  onResumed: () => void;
}

/** Subscribes to customer messages. Returns a function that unsubscribes. */
export function watchMessages({ onChange, onResumed }: MessageHandlers): () => void {
  return followTable('whatsapp_messages', {
    onChange: ({ kind, row }) => {
      // For inserts and updates realtime sends the whole row.
      onChange(kind === 'DELETE' ? null : (row as Message));
    },
    onJoined: onResumed,
  });
}

/** Invalidates message queries when one changed: of one order, or of any. */
export function useLiveMessages(orderId?: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const queryKey = orderId === undefined ? messageKeys.all : messageKeys.order(orderId);
    const reload = () => void refetch(client, queryKey);
    return watchMessages({
      onChange: (message) => {
        if (orderId === undefined || message === null || message.order_id === orderId) reload();
      },
      onResumed: reload,
    });
  }, [client, orderId]);
}
