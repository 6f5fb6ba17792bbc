import type { OutboxMessage } from './outbox-message.ts';
import type { WhatsappConfig } from './whatsapp-config.ts';

/**
 * Outcome of a call:
 * - sent: the provider accepted the message and returned an id;
 * - refused: it did not accept it; `retryable` tells whether a retry can succeed;
 * - unknown: the provider may have accepted it, but there is no usable response: the connection broke after the request
 *   was sent, the response cannot be parsed, or a gateway responded instead.
 */
export type CallResult =
  | { outcome: 'sent'; providerId: string }
  | { outcome: 'refused'; code: string; message: string; retryable: boolean }
  | { outcome: 'unknown'; message: string };

const TIMEOUT_MS = 10_000;

/**
 * Transient error codes: API unavailable (2, 131000, 131016), throughput (4, 80007, 130429, 131048, 131056), and an
 * expired credential (190), which does not concern the message.
 */
const RETRYABLE_CODES = new Set([2, 4, 190, 80007, 130429, 131000, 131016, 131048, 131056]);

/**
 * Failures before the request was sent, as reported by Node (code) and Deno (message): a retry cannot duplicate the
 * message.
 */
const NOT_SENT = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|tcp connect error|dns error/;

/** Statuses of a gateway that lost the provider's response: 502 Bad Gateway, 504 Gateway Timeout. */
const GATEWAY = new Set([502, 504]);

/** The body of `POST /{phone-number-id}/messages`. Our id is echoed in every webhook of this message. */
export function requestBody(message: OutboxMessage): object {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: message.phone,
    type: 'template',
    template: {
      name: message.template,
      language: { code: message.language },
      components: [{ type: 'body', parameters: message.params.map((text) => ({ type: 'text', text })) }],
    },
    biz_opaque_callback_data: message.id,
  };
}

/** Sends one message. Never throws. */
export async function callProvider(
  config: WhatsappConfig,
  message: OutboxMessage,
  send: typeof fetch,
): Promise<CallResult> {
  let response: Response;
  try {
    response = await send(`${config.apiUrl}/${config.version}/${config.phoneNumberId}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${config.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(requestBody(message)),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    if (NOT_SENT.test(connectionError(error))) {
      return {
        outcome: 'refused',
        code: 'connection',
        message: 'Sin conexión con WhatsApp.',
        retryable: true,
      };
    }
    return { outcome: 'unknown', message: 'WhatsApp no respondió a tiempo.' };
  }
  const body: unknown = await response.json().catch(() => null);
  const providerId = sentId(body);
  if (response.ok && providerId !== null) return { outcome: 'sent', providerId };
  const { code, message: text } = providerError(body);
  if (response.ok || (code === null && GATEWAY.has(response.status)))
    return { outcome: 'unknown', message: 'No se pudo leer la respuesta de WhatsApp.' };
  return {
    outcome: 'refused',
    code: code === null ? `http_${response.status}` : String(code),
    message: text ?? `WhatsApp respondió ${response.status}.`,
    retryable:
      response.status >= 500 || response.status === 429 || (code !== null && RETRYABLE_CODES.has(code)),
  };
}

function connectionError(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const cause = error.cause;
  return `${isRecord(cause) && typeof cause.code === 'string' ? cause.code : ''} ${error.message}`;
}

function sentId(body: unknown): string | null {
  if (!isRecord(body) || !Array.isArray(body.messages)) return null;
  const first: unknown = body.messages[0];
  return isRecord(first) && typeof first.id === 'string' ? first.id : null;
}

function providerError(body: unknown): { code: number | null; message: string | null } {
  const error = isRecord(body) ? body.error : null;
  if (!isRecord(error)) return { code: null, message: null };
  const details =
    isRecord(error.error_data) && typeof error.error_data.details === 'string'
      ? error.error_data.details
      : null;
  return {
    code: typeof error.code === 'number' ? error.code : null,
    message: details ?? (typeof error.message === 'string' ? error.message : null),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
