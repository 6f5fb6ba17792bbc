import type { FunctionDeps } from '../function-deps.ts';
import { callProvider } from './call-provider.ts';
import type { OutboxMessage } from './outbox-message.ts';
import { readWhatsappConfig } from './whatsapp-config.ts';

/** Maximum number of attempts per message. */
export const MAX_ATTEMPTS = 6;

const FIRST_DELAY_MS = 30_000;
const LONGEST_DELAY_MS = 60 * 60_000;

/**
 * Exponential backoff: 30 s doubling up to one hour, with 50 % jitter, so that messages that failed together are not
 * retried together. `attempts`: attempts so far, at least 1. `random`: in [0, 1).
 */
export function retryDelay(attempts: number, random: number): number {
  const full = Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS);
  return Math.round(full / 2 + (full / 2) * random);
}

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
/** No further batch starts after this time, since hosted functions are limited. The next one sends the rest. */
const RUN_MS = 60_000;
/** The pause before the next run: a message that became due during this one is another sender's, or is taken by it. */
const SHORTEST_WAIT_MS = 250;

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
  const start = deps.now().getTime();
  for (let isMore = true; isMore;) {
    const { data, error } = await database.rpc('claim_messages', {
      p_limit: BATCH,
      p_lock_seconds: lockSeconds,
    });
    if (error) throw new Error(`claim_messages: ${error.message}`);
    const claimed = data as OutboxMessage[];
    for (const message of claimed) summary[await deliver(message)] += 1;
    isMore = claimed.length === BATCH && deps.now().getTime() - start <= RUN_MS;
  }
  const next = await database.rpc('next_message_in');
  if (next.error) throw new Error(`next_message_in: ${next.error.message}`);
  const nextMs = next.data as number | null;
  return { ...summary, nextMs: nextMs === null ? null : Math.max(nextMs, SHORTEST_WAIT_MS) };

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
