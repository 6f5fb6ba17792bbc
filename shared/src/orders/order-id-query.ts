import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from './keys.ts';

async function fetchOrderId(number: number, signal: AbortSignal): Promise<string | null> {
  const client = await supabase();
  const query = client.from('service_orders').select('id').eq('order_number', number);
  return unwrap(await query.abortSignal(signal).maybeSingle())?.id ?? null;
}

/** The id of the order with that number; null if there is none. */
export const orderIdQuery = (number: number) =>
  queryOptions({
    queryKey: orderKeys.idOf(number),
    queryFn: ({ signal }) => fetchOrderId(number, signal),
  });
