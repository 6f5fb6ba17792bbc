import type { FunctionDeps } from '../function-deps.ts';
import { drainOutbox } from '../outbox/drain-outbox.ts';
import { retryDelay } from '../outbox/retry-delay.ts';
import { callProvider } from './call-provider.ts';
import type { OutboxMessage } from './outbox-message.ts';
import { readWhatsappConfig } from './whatsapp-config.ts';

/** Maximum number of attempts per message. */
export const MAX_ATTEMPTS = 6;

/** Messages by outcome in one run. `pending`: to be retried, or waiting for the provider's webhook. */
export interface SendSummary {
  sent: number;
  failed: number;
  pending: number;
}

/** Duration of a run's claims. */
export interface SendOptions {
  /** How long a message stays claimed, in seconds: also the wait for webhooks of a message whose sender crashed. */
  lockSeconds?: number;
}

const BATCH = 10;
const LOCK_SECONDS = 120;

/**
 * Why a number cannot receive messages: Chilean landlines (nine digits, not starting with 9) have no WhatsApp; the
 * shortest foreign numbers have ten.
 */
function unusablePhone(phone: string): string | null {
  if (phone.length === 0) return 'La orden no tiene un teléfono.';
  if (/^(?:56)?[2-8]\d{8}$/.test(phone)) return 'El teléfono es de red fija.';
  if (phone.length < 10 || phone.length > 15)
    return 'El teléfono no tiene el largo de un número de WhatsApp.';
  return null;
}

/**
 * Sends due messages. Safe to run concurrently: each message is claimed by one sender. Throws only if the database is
 * unreachable; without a credential it sends nothing, and old messages expire.
 * @returns the outcomes, and in how many milliseconds the next run is due; null if no message waits for its time.
 */
export async function sendDueMessages(
  deps: FunctionDeps,
  { lockSeconds = LOCK_SECONDS }: SendOptions = {},
): Promise<SendSummary & { nextMs: number | null }> {
  const summary: SendSummary = { sent: 0, failed: 0, pending: 0 };
  const config = readWhatsappConfig(deps.env);
  const database = deps.admin();
  if (config === null) {
    const { error } = await database.rpc('set_aside_messages');
    if (error) throw new Error(`set_aside_messages: ${error.message}`);
    deps.log('warn', 'WHATSAPP_TOKEN or WHATSAPP_PHONE_NUMBER_ID is not set; messages stay queued');
    return { ...summary, pending: 1, nextMs: null };
  }
  const nextMs = await drainOutbox<OutboxMessage>(deps, {
    claim: 'claim_messages',
    next: 'next_message_in',
    batch: BATCH,
    lockSeconds,
    deliver: async (message) => {
      summary[await deliver(message)] += 1;
      return true;
    },
  });
  return { ...summary, nextMs };

  async function deliver(message: OutboxMessage): Promise<keyof SendSummary> {
    const unusable = unusablePhone(message.phone);
    if (unusable !== null) return recordFailure(message, 'phone', unusable, false);
    if (config === null) return 'pending';
    // With a slow provider the claim of the last message in a batch can expire before its turn: another sender has it
    // then.
    const begun = await database.rpc('begin_message_send', {
      p_id: message.id,
      p_attempts: message.attempts,
      p_lock_seconds: lockSeconds,
    });
    if (begun.error) throw new Error(`begin_message_send: ${begun.error.message}`);
    if (begun.data !== true) return 'pending';
    const result = await callProvider(config, message, deps.fetch);
    switch (result.outcome) {
      case 'sent': {
        const { error } = await database.rpc('record_message_sent', {
          p_id: message.id,
          p_provider_message_id: result.providerId,
        });
        if (error) deps.log('error', `${message.id} was sent but not recorded: ${error.code}`);
        return 'sent';
      }
      case 'refused':
        deps.log('error', `${message.id} (${message.template}) refused: ${result.code}`);
        return recordFailure(message, result.code, result.message, result.retryable);
      case 'unknown':
        // The row stays locked as 'sending': a webhook may still confirm it. Otherwise claim_messages decides when the
        // lock expires.
        deps.log('error', `${message.id} (${message.template}) without an answer`);
        return 'pending';
      default:
        return result satisfies never;
    }
  }

  async function recordFailure(
    message: OutboxMessage,
    code: string,
    text: string,
    retryable: boolean,
  ): Promise<keyof SendSummary> {
    const again = retryable && message.attempts < MAX_ATTEMPTS;
    const retryAt = again
      ? new Date(deps.now().getTime() + retryDelay(message.attempts, Math.random())).toISOString()
      : null;
    const { error } = await database.rpc('record_message_failure', {
      p_id: message.id,
      p_code: code,
      p_message: text,
      p_retry_at: retryAt,
    });
    if (error) deps.log('error', `failure of ${message.id} was not recorded: ${error.code}`);
    return again ? 'pending' : 'failed';
  }
}
