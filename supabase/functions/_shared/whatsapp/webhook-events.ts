import { field, replyText, text } from './reply-text.ts';

/** A delivery status of one of our messages. `at`: ISO 8601. */
export interface StatusEvent {
  providerId: string;
  opaque: string | null;
  status: 'sent' | 'delivered' | 'read' | 'failed';
  at: string;
  code: string | null;
  message: string | null;
}

/** A customer's reply, in words. */
export interface ReplyEvent {
  providerId: string;
  phone: string;
  body: string;
  at: string;
}

const STATUSES = ['sent', 'delivered', 'read', 'failed'] as const;

/** A notification's content; `ignored`: number of entries that could not be read. */
export interface WebhookEvents {
  statuses: StatusEvent[];
  replies: ReplyEvent[];
  ignored: number;
}

/**
 * Parses the provider's notification. An impossible time is replaced by `now`, so that no reply is lost. Other entries
 * that cannot be read are ignored, since the provider may add kinds at any time.
 */
export function readWebhook(body: unknown, now: Date): WebhookEvents {
  const values = list(body, 'entry')
    .flatMap((entry) => list(entry, 'changes'))
    .map((change) => field(change, 'value'));
  const given = {
    statuses: values.flatMap((value) => list(value, 'statuses')),
    replies: values.flatMap((value) => list(value, 'messages')),
  };
  const statuses = given.statuses.flatMap((value) => readStatus(value, now));
  const replies = given.replies.flatMap((value) => readReply(value, now));
  const ignored = given.statuses.length + given.replies.length - statuses.length - replies.length;
  return { statuses, replies, ignored };
}

function readStatus(value: unknown, now: Date): StatusEvent[] {
  const providerId = text(field(value, 'id'));
  const status = STATUSES.find((known) => known === field(value, 'status'));
  if (providerId === null || status === undefined) return [];
  const [error] = list(value, 'errors');
  const code = field(error, 'code');
  return [
    {
      providerId,
      opaque: text(field(value, 'biz_opaque_callback_data')),
      status,
      at: timestamp(field(value, 'timestamp'), now),
      code: typeof code === 'number' ? String(code) : text(code),
      message:
        text(field(field(error, 'error_data'), 'details')) ??
        text(field(error, 'title')) ??
        text(field(error, 'message')),
    },
  ];
}

function readReply(value: unknown, now: Date): ReplyEvent[] {
  const providerId = text(field(value, 'id'));
  const phone = text(field(value, 'from'));
  if (providerId === null || phone === null) return [];
  return [{ providerId, phone, body: replyText(value), at: timestamp(field(value, 'timestamp'), now) }];
}

function list(value: unknown, key: string): unknown[] {
  const found = field(value, key);
  return Array.isArray(found) ? found : [];
}

const DAY_MS = 86_400_000;

/** Unix seconds, as a string or a number; `now` if that lies before WhatsApp existed or in the future. */
function timestamp(value: unknown, now: Date): string {
  const at = Number(value) * 1000;
  const isPossible = at > Date.UTC(2009, 0) && at < now.getTime() + DAY_MS;
  return (isPossible ? new Date(at) : now).toISOString();
}
