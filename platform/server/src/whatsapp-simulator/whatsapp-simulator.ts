import { randomUUID, createHmac } from 'node:crypto';
import { checkRequest, type AcceptedMessage } from './check-request.ts';
import type { ShopWords } from '@taller/shared/settings/message-variables.ts';
import { providerError } from './provider-error.ts';

/** Target and credentials of webhooks. */
interface WebhookTarget {
  /** App secret for X-Hub-Signature-256. */
  appSecret: string;
  /** URL of the function whatsapp-webhook; evaluated at each call, since a server knows its port late. */
  webhookUrl: () => string;
}

/** Posts one signed change, like the provider. @returns whether it was accepted; false if the target is unreachable. */
export async function sendWebhook(target: WebhookTarget, value: object): Promise<boolean> {
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: 'simulador',
        changes: [{ field: 'messages', value: { messaging_product: 'whatsapp', ...value } }],
      },
    ],
  });
  const signature = createHmac('sha256', target.appSecret).update(body).digest('hex');
  try {
    const response = await fetch(target.webhookUrl(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
      body,
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

export type DeliveryStatus = 'sent' | 'delivered' | 'read' | 'failed';

/** A message in the simulator. Times are ISO 8601, UTC. */
export interface SimulatedMessage extends AcceptedMessage {
  /** The provider's id, `wamid.…`. */
  id: string;
  at: string;
  statuses: DeliveryStatus[];
}

/** A customer's reply. */
export interface SimulatedReply {
  id: string;
  from: string;
  text: string;
  at: string;
}

/**
 * How the next calls fail: a code of the provider, or
 * - `http_500`: a response that is not the provider's error format;
 * - `no_answer`: the message is accepted and the connection is cut without a response;
 * - `unreadable`: the message is accepted and the response, with status 200, is not JSON.
 */
export interface Failure {
  kind: number | 'http_500' | 'no_answer' | 'unreadable';
  times: number;
}

export interface SimulatorOptions extends WebhookTarget {
  token: string;
  phoneNumberId: string;
  /** Send the webhooks 'sent' and 'delivered' right after accepting a message. */
  reportDelivery: boolean;
  /** Words of the shop in its approved templates. */
  words: () => ShopWords;
}

/** Implements the part of the WhatsApp Cloud API that the shop uses. In memory; nothing is sent. */
export class WhatsappSimulator {
  readonly #options: SimulatorOptions;
  readonly #messages: SimulatedMessage[] = [];
  readonly #replies: SimulatedReply[] = [];
  #failures: Failure[] = [];

  constructor(options: SimulatorOptions) {
    this.#options = options;
  }

  /** All messages and replies, oldest first. */
  log(): { messages: readonly SimulatedMessage[]; replies: readonly SimulatedReply[] } {
    return { messages: this.#messages, replies: this.#replies };
  }

  /** Makes the next `times` calls fail. */
  failNext(failure: Failure): void {
    this.#failures.push({ ...failure });
  }

  /** POST /{version}/{phone-number-id}/messages. Null: cut the connection without a response. */
  async send(request: Request, phoneNumberId: string): Promise<Response | null> {
    if (request.headers.get('authorization') !== `Bearer ${this.#options.token}`) {
      return providerError(190, 'Error validating access token');
    }
    if (phoneNumberId !== this.#options.phoneNumberId) return providerError(100, 'phone-number-id');
    const failure = this.#nextFailure();
    if (failure === 'http_500') return new Response('Internal Server Error', { status: 500 });
    if (typeof failure === 'number') return providerError(failure, 'fallo pedido al simulador');
    const accepted = checkRequest(await request.json().catch(() => null), this.#options.words());
    if (accepted instanceof Response) return accepted;

    const message: SimulatedMessage = {
      ...accepted,
      id: `wamid.${randomUUID()}`,
      at: new Date().toISOString(),
      statuses: [],
    };
    this.#messages.push(message);
    if (this.#options.reportDelivery) void this.#reportDelivery(message);
    if (failure === 'no_answer') return null;
    if (failure === 'unreadable') return new Response('<html>OK</html>', { status: 200 });
    return Response.json({
      messaging_product: 'whatsapp',
      contacts: [{ input: message.to, wa_id: message.to }],
      messages: [{ id: message.id, message_status: 'accepted' }],
    });
  }

  /** Sends a status webhook. @returns whether the webhook accepted it; also false for an unknown message. */
  async report(id: string, status: DeliveryStatus, code?: number): Promise<boolean> {
    const message = this.#messages.find((candidate) => candidate.id === id);
    if (!message) return false;
    message.statuses.push(status);
    return sendWebhook(this.#options, {
      statuses: [
        {
          id,
          status,
          timestamp: String(Math.floor(Date.now() / 1000)),
          recipient_id: message.to,
          ...(message.opaque === null ? {} : { biz_opaque_callback_data: message.opaque }),
          ...(code === undefined
            ? {}
            : {
                errors: [
                  { code, title: 'Message undeliverable', error_data: { details: 'Message Undeliverable.' } },
                ],
              }),
        },
      ],
    });
  }

  /** Sends a customer's reply. */
  async reply(from: string, text: string): Promise<boolean> {
    const reply = { id: `wamid.${randomUUID()}`, from, text, at: new Date().toISOString() };
    this.#replies.push(reply);
    return sendWebhook(this.#options, {
      messages: [
        {
          id: reply.id,
          from,
          timestamp: String(Math.floor(Date.now() / 1000)),
          type: 'text',
          text: { body: text },
        },
      ],
    });
  }

  #nextFailure(): Failure['kind'] | null {
    const [failure] = this.#failures;
    if (!failure) return null;
    failure.times -= 1;
    if (failure.times <= 0) this.#failures = this.#failures.slice(1);
    return failure.kind;
  }

  async #reportDelivery(message: SimulatedMessage): Promise<void> {
    await this.report(message.id, 'sent');
    await this.report(message.id, 'delivered');
  }
}
