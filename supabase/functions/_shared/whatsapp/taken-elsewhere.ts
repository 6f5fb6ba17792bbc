import type { FunctionDeps } from '../function-deps.ts';
import type { SendOptions, SendSummary } from './send-due-messages.ts';

/** An older message is not the one of the change that its caller has just made. */
const RECENT_MS = 120_000;
/** Together three seconds. */
const LOOKS = 30;
const STEP_MS = 100;

/**
 * What became of the newest message of an order, or of one message, that this run found nothing to do for: the schedule
 * may have taken it a moment before, and its failure is this caller's to tell (MSG-02). Waits for a sender that is at
 * work. Counts failures, and what is still being sent or will be tried again.
 */
export async function takenElsewhere(
  deps: FunctionDeps,
  { orderId, messageId }: SendOptions,
): Promise<SendSummary> {
  const since = new Date(deps.now().getTime() - RECENT_MS).toISOString();
  for (let look = 1; ; look += 1) {
    let newest = deps.admin().from('whatsapp_messages').select('state');
    if (messageId) newest = newest.eq('id', messageId);
    if (orderId)
      newest = newest
        .eq('order_id', orderId)
        .gte('created_at', since)
        .order('created_at', { ascending: false });
    const { data, error } = await newest.limit(1).maybeSingle<{ state: string }>();
    if (error) throw new Error(`whatsapp_messages: ${error.message}`);
    const state = data?.state;
    if (state !== 'sending' || look === LOOKS)
      return {
        sent: 0,
        failed: state === 'failed' ? 1 : 0,
        pending: state === 'sending' || state === 'queued' ? 1 : 0,
      };
    await new Promise((resolve) => {
      setTimeout(resolve, STEP_MS);
    });
  }
}
