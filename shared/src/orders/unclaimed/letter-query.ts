import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '#src/orders/keys.ts';
import { isUuid } from '#src/values/uuid.ts';
import { retryUnlessMissing } from '#src/query/retry-unless-missing.ts';

const COLUMNS =
  'id, order_number, created_at, status, customer_name, customer_address, equipment_type, equipment_brand, equipment_model, imei, completed_at, rejected_at, delivered_at, unrepaired_reason, warranty_repair, total_amount, advance_payment, final_payment' as const;

async function fetchLetter(id: string, signal: AbortSignal) {
  if (!isUuid(id)) throw new DataError('not-found', 'The id is no UUID');
  const client = await supabase();
  const row = unwrap(
    await client.from('service_orders').select(COLUMNS).eq('id', id).abortSignal(signal).maybeSingle(),
  );
  if (!row) throw new DataError('not-found', 'There is no such order, or it may not be seen');
  return row;
}
/** The order that a letter is about. */
export type Letter = Awaited<ReturnType<typeof fetchLetter>>;

/** The contents of the letter about a device that nobody fetched (TIME-45). Fails with code `not-found`. */
export const letterQuery = (id: string) =>
  queryOptions({
    queryKey: orderKeys.printedLetter(id),
    queryFn: ({ signal }) => fetchLetter(id, signal),
    // Paper does not change while it is printed.
    staleTime: 0,
    gcTime: 0,
    retry: retryUnlessMissing,
  });
