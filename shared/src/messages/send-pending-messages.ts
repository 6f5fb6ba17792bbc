import { supabase } from '@taller/shared/runtime';

/**
 * Makes the server send an order's queued messages, or one message, now instead of at the next scheduled run.
 *
 * @returns false if the customer could not be notified; never throws, because the change itself is saved (MSG-02).
 */
export async function sendPendingMessages(
  scope: { orderId: string } | { messageId: string },
): Promise<boolean> {
  try {
    const client = await supabase();
    const { data, error } = await client.functions.invoke<{ failed: number; pending: number }>(
      'send-messages',
      {
        body: scope,
      },
    );
    return !error && data?.failed === 0 && data.pending === 0;
  } catch {
    return false;
  }
}
