import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '#src/orders/keys.ts';
import type { OrderStatus } from '#src/orders/status/order-status.ts';

async function fetchPlace(orderId: string, signal?: AbortSignal): Promise<string | null> {
  const client = await supabase();
  const query = client.from('device_places').select('place').eq('order_id', orderId);
  return unwrap(await (signal ? query.abortSignal(signal) : query).maybeSingle())?.place ?? null;
}

/** The place of an order's device; null if nobody noted it, and after the delivery (REC-91). */
export const devicePlaceQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.place(orderId),
    queryFn: ({ signal }) => fetchPlace(orderId, signal),
    staleTime: 10_000,
  });

async function fetchMovable(numbers: readonly number[], signal: AbortSignal) {
  if (numbers.length === 0) return [];
  const client = await supabase();
  const rows = unwrap(
    await client
      .from('service_orders')
      .select(
        'id, order_number, status, equipment_brand, equipment_model, device_place:device_places (place)',
      )
      .in('order_number', [...numbers])
      .abortSignal(signal),
  );
  return rows.map((row) => ({ ...row, status: row.status as OrderStatus }));
}
export type MovableOrder = Awaited<ReturnType<typeof fetchMovable>>[number];

/** The orders with these numbers, and where their devices are; a number that no order has is left out. */
export const movableOrdersQuery = (numbers: readonly number[]) =>
  queryOptions({
    queryKey: orderKeys.movable(numbers),
    queryFn: ({ signal }) => fetchMovable(numbers, signal),
  });
