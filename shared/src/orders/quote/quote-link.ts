import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';

/** The last part of an order's decision link, with its key, for staff who pass it on (ORD-93). */
export async function fetchQuoteLink(orderId: string): Promise<string> {
  const client = await supabase();
  return unwrap(await client.rpc('get_quote_link', { p_order_id: orderId }));
}
