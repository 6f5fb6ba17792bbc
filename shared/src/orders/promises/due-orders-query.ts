import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '#src/orders/keys.ts';
import { startOfShopDay } from '#src/values/dates.ts';

/** More than a shop repairs in a day. */
export const MOST_DUE = 300;

const COLUMNS =
  'id, order_number, status, on_hold, customer_name, customer_phone, equipment_brand, equipment_model, work_description, technical_work, promised_at, at_risk_from, technician:staff_names!service_orders_technician_id_fkey (full_name)' as const;

async function fetchDue(until: string, signal: AbortSignal) {
  const client = await supabase();
  return unwrap(
    await client
      .from('service_orders')
      .select(COLUMNS)
      // Set as long as there is work left, and never after the promise.
      .lt('at_risk_from', startOfShopDay(until).toISOString())
      .order('promised_at')
      .order('id')
      .limit(MOST_DUE)
      .abortSignal(signal),
  );
}
export type DueOrder = Awaited<ReturnType<typeof fetchDue>>[number];

/** The orders with work left that are late or at risk before a day of the shop, `yyyy-mm-dd`, the earliest first. */
export const dueOrdersQuery = (until: string) =>
  queryOptions({
    queryKey: orderKeys.due(until),
    queryFn: ({ signal }) => fetchDue(until, signal),
    // Paper does not change while it is printed.
    staleTime: 0,
    gcTime: 0,
  });
