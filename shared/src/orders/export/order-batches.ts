import type { Supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { Database } from '#src/db/database.types.ts';

export type OrderRow = Database['public']['Tables']['service_orders']['Row'];

/** Batch size (DATA-03; also the maximum of a hosted project). */
export const ORDER_BATCH = 1000;

/**
 * Batches of all orders, newest first, by range until an empty page (DATA-03).
 * @throws DataError if a batch cannot be read.
 */
export async function* allOrderBatches(client: Supabase, signal?: AbortSignal): AsyncGenerator<OrderRow[]> {
  for (let from = 0; ; from += ORDER_BATCH) {
    const page = client
      .from('service_orders')
      .select('*')
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .range(from, from + ORDER_BATCH - 1);
    const rows = unwrap(await (signal ? page.abortSignal(signal) : page));
    if (!rows || rows.length === 0) return;
    yield rows;
  }
}
