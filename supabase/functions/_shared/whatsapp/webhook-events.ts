/** A delivery status of one of our messages. `at`: ISO 8601. */
export interface StatusEvent {
  providerId: string;
  opaque: string | null;
  status: 'sent' | 'delivered' | 'read' | 'failed';
  at: string;
  code: string | null;
  message: string | null;
}

/** A customer's reply. */
export interface ReplyEvent {
  providerId: string;
  phone: string;
  body: string;
  at: string;
}

const STATUSES = ['sent', 'delivered', 'read', 'failed'] as const;

/** Parses the provider's notification; unknown kinds are ignored, since the provider may add kinds at any time. */
export function readWebhook(body: unknown): { statuses: StatusEvent[]; replies: ReplyEvent[] } {
  const values = list(body, 'entry')
    .flatMap((entry) => list(entry, 'changes'))
    .map((change) => field(change, 'value'));
  return {
    statuses: values.flatMap((value) => list(value, 'statuses')).flatMap(readStatus),
    replies: values.flatMap((value) => list(value, 'messages')).flatMap(readReply),
  };
}

function readStatus(value: unknown): StatusEvent[] {
  const providerId = text(field(value, 'id'));
  const at = timestamp(field(value, 'timestamp'));
  const status = STATUSES.find((known) => known === field(value, 'status'));
  if (providerId === null || at === null || status === undefined) return [];
  const [error] = list(value, 'errors');
  const code = field(error, 'code');
  return [
    {
      providerId,
      opaque: text(field(value, 'biz_opaque_callback_data')),
      status,
      at,
      code: typeof code === 'number' || typeof code === 'string' ? String(code) : null,
      message:
        text(field(field(error, 'error_data'), 'details')) ??
        text(field(error, 'title')) ??
        text(field(error, 'message')),
    },
  ];
}

function readReply(value: unknown): ReplyEvent[] {
  const providerId = text(field(value, 'id'));
  const phone = text(field(value, 'from'));
  const at = timestamp(field(value, 'timestamp'));
  if (providerId === null || phone === null || at === null) return [];
  const kind = text(field(value, 'type')) ?? 'desconocido';
  const body =
    text(field(field(value, 'text'), 'body')) ?? text(field(field(value, 'button'), 'text')) ?? `[${kind}]`;
  return [{ providerId, phone, body, at }];
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

function list(value: unknown, key: string): unknown[] {
  const found = field(value, key);
  return Array.isArray(found) ? found : [];
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Unix seconds, as a string or a number. */
function timestamp(value: unknown): string | null {
  const seconds = Number(value);
  return Number.isFinite(seconds) && seconds > 0 ? new Date(seconds * 1000).toISOString() : null;
}
