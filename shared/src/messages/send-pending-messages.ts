import { supabase } from '@taller/shared/runtime';

/**
 * Asks the server to send the messages of an order that wait in the outbox, now instead of at the next turn of its timer.
 *
 * @returns false when the customer could not be told; never throws, because the change itself is saved (MSG-02).
 */
export async function sendPendingMessages(orderId: string): Promise<boolean> {
  try {
    const client = await supabase();
    const { data, error } = await client.functions.invoke<{ failed: number; pending: number }>(
      'send-messages',
      {
        body: { orderId },
      },
    );
    return !error && data?.failed === 0 && data.pending === 0;
  } catch {
    return false;
  }
}
