import { followTable } from '#src/data-access/follow-table.ts';
import { toMessage, type Message } from './message.ts';

interface MessageHandlers {
  /** A message was queued or got further: the message as it is now. Null where one was removed. */
  onChange: (message: Message | null) => void;
  /** The messages are followed from now on, for the first time or again: anything may have happened since they were read. */
  onResumed: () => void;
}

/** Follows the messages to customers live. Returns a function that unsubscribes. */
export function watchMessages({ onChange, onResumed }: MessageHandlers): () => void {
  return followTable('whatsapp_messages', {
    onChange: ({ kind, row }) => {
      // Of an insert or update realtime carries the whole row.
      onChange(kind === 'DELETE' ? null : toMessage(row as Parameters<typeof toMessage>[0]));
    },
    onJoined: onResumed,
  });
}
