import type { Database } from '#src/db/database.types.ts';

/** Delivery state of a message (MSG-03). */
export type MessageState = 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed';

/** A message of the outbox as shown on screens. Times are ISO 8601, UTC. */
export interface Message {
  id: string;
  orderId: string;
  /** `created`, or the status that the order reached (MSG-01). */
  event: string;
  state: MessageState;
  /** Number of attempts. */
  attempts: number;
  /** Recipient: digits with country code. */
  phone: string;
  /** The provider's code of the last failure; 'phone' if the number itself is unusable. */
  errorCode: string | null;
  errorMessage: string | null;
  createdAt: string;
  nextAttemptAt: string;
  sentAt: string | null;
  deliveredAt: string | null;
  readAt: string | null;
  failedAt: string | null;
}

type Row = Pick<
  Database['public']['Tables']['whatsapp_messages']['Row'],
  | 'id'
  | 'order_id'
  | 'event'
  | 'state'
  | 'attempts'
  | 'phone'
  | 'error_code'
  | 'error_message'
  | 'created_at'
  | 'next_attempt_at'
  | 'sent_at'
  | 'delivered_at'
  | 'read_at'
  | 'failed_at'
>;

/** The columns that {@link toMessage} needs. */
export const MESSAGE_COLUMNS =
  'id, order_id, event, state, attempts, phone, error_code, error_message, created_at, next_attempt_at, sent_at, delivered_at, read_at, failed_at';

/** Converts a row. The table's checks restrict events and states. */
export function toMessage(row: Row): Message {
  return {
    id: row.id,
    orderId: row.order_id,
    event: row.event,
    state: row.state as MessageState,
    attempts: row.attempts,
    phone: row.phone,
    errorCode: row.error_code,
    errorMessage: row.error_message,
    createdAt: row.created_at,
    nextAttemptAt: row.next_attempt_at,
    sentAt: row.sent_at,
    deliveredAt: row.delivered_at,
    readAt: row.read_at,
    failedAt: row.failed_at,
  };
}

/** When the message reached its current state. */
export function stateTime(message: Message): string {
  const times: Readonly<Record<MessageState, string | null>> = {
    queued: null,
    sending: null,
    sent: message.sentAt,
    delivered: message.deliveredAt,
    read: message.readAt,
    failed: message.failedAt,
  };
  return times[message.state] ?? message.createdAt;
}

/** Failures that mean that WhatsApp cannot reach the number: the customer has to be called. */
const UNREACHABLE = new Set(['phone', '131026', '131030']);

/** Whether the number itself is the problem, so that the customer has to be called. */
export function isUnreachable(message: Message): boolean {
  return message.state === 'failed' && UNREACHABLE.has(message.errorCode ?? '');
}
