import type { Database } from '#src/db/database.types.ts';

/**
 * Delivery state of a message (MSG-03); the others were not
 * sent: `off`, because the event is switched off (CFG-55); `expired`, until somebody sends it; `discarded` (MSG-23).
 */
export type MessageState =
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'failed'
  | 'off'
  | 'expired'
  | 'discarded';

/**
 * A message of the outbox. `event` is `created`, or the status that the order reached (MSG-01); `phone` is the
 * recipient, digits with country code; `error_code` is the provider's, or 'phone' if the number itself is unusable;
 * `not_before` is the end of the quiet hours that it waits for.
 */
export type Message = Pick<
  Database['public']['Tables']['whatsapp_messages']['Row'],
  | 'id'
  | 'order_id'
  | 'event'
  | 'attempts'
  | 'phone'
  | 'error_code'
  | 'error_message'
  | 'created_at'
  | 'next_attempt_at'
  | 'not_before'
  | 'sent_at'
  | 'delivered_at'
  | 'read_at'
  | 'failed_at'
> & { state: MessageState };

/** The columns of {@link Message}. */
export const MESSAGE_COLUMNS =
  'id, order_id, event, state, attempts, phone, error_code, error_message, created_at, next_attempt_at, not_before, sent_at, delivered_at, read_at, failed_at';

/** When the message reached its current state. */
export function stateTime(message: Message): string {
  const { state } = message;
  const isTimed = state === 'sent' || state === 'delivered' || state === 'read' || state === 'failed';
  return (isTimed ? message[`${state}_at` as const] : null) ?? message.created_at;
}

/** Failures that mean that WhatsApp cannot reach the number: the customer has to be called. */
const UNREACHABLE = new Set(['phone', '131026', '131030']);

/** Whether the number itself is the problem, so that the customer has to be called. */
export function isUnreachable(message: Message): boolean {
  return message.state === 'failed' && UNREACHABLE.has(message.error_code ?? '');
}

/** Whether a message waits for the end of the shop's quiet hours (CFG-56). */
export function isHeld(message: Message, now = new Date()): boolean {
  return message.state === 'queued' && message.not_before !== null && new Date(message.not_before) > now;
}

/** Filter of the log; `waiting`: not yet accepted by the provider. */
export const MESSAGE_FILTERS = [
  'all',
  'failed',
  'waiting',
  'sent',
  'delivered',
  'read',
  'off',
  'expired',
  'discarded',
] as const;
export type MessageFilter = (typeof MESSAGE_FILTERS)[number];

/** Filter of the message log: the state, the event (null for any), and the page, counted from 1. */
export interface MessageSearch {
  filter: MessageFilter;
  event: string | null;
  page: number;
}
