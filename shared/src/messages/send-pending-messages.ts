import { supabase } from '@taller/shared/runtime';

type Scope = { orderId: string } | { messageId: string };

/** The outcome of a message: `heldMs` is how long it waits because its change can be taken back (MSG-25). */
export interface Sending {
  sent: boolean;
  heldMs: number;
}

/**
 * Makes the server send an order's queued messages, or one message, now instead of at the next scheduled run. Never
 * throws, because the change itself is saved (MSG-02).
 */
export async function trySending(scope: Scope): Promise<Sending> {
  try {
    const client = await supabase();
    const { data, error } = await client.functions.invoke<{
      failed: number;
      pending: number;
      heldMs?: number;
    }>('send-messages', { body: scope });
    return { sent: !error && data?.failed === 0 && data.pending === 0, heldMs: data?.heldMs ?? 0 };
  } catch {
    return { sent: false, heldMs: 0 };
  }
}

/** Senders at once, so that fifty messages do not hold up the server for others. */
const SENDERS = 4;

/** Calls the sender for several orders. `sent` also counts messages that are held, which will be sent. */
export async function trySendingAll(orderIds: readonly string[]): Promise<Sending> {
  const waiting = [...orderIds];
  const all: Sending = { sent: true, heldMs: 0 };
  const send = async () => {
    for (let orderId = waiting.shift(); orderId !== undefined; orderId = waiting.shift()) {
      const { sent, heldMs } = await trySending({ orderId });
      all.sent &&= sent || heldMs > 0;
      all.heldMs = Math.max(all.heldMs, heldMs);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
  return all;
}

/** Sends what waits. @returns false if the customer could not be notified; a message that is held will be sent. */
export async function sendPendingMessages(scope: Scope): Promise<boolean> {
  const { sent, heldMs } = await trySending(scope);
  return sent || heldMs > 0;
}
