import { infiniteQueryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { OrderStatus } from '../status/order-status.ts';
import { customerOrderKeys } from './keys.ts';

/** Page size of the portal's list. */
export const OWN_ORDERS_PAGE_SIZE = 20;

/**
 * A page of the orders of a RUT, newest first (CUST-01). Row level security returns rows only to the account with that
 * verified RUT: for any other caller the list is empty.
 */
async function fetchOwnOrders(rut: string, offset: number, signal: AbortSignal) {
  const client = await supabase();
  const rows = unwrap(
    await client
      .from('service_orders')
      .select(
        'id, order_number, created_at, status, equipment_type, equipment_brand, equipment_model, work_description, total_amount',
      )
      .eq('customer_rut', rut)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .range(offset, offset + OWN_ORDERS_PAGE_SIZE - 1)
      .abortSignal(signal),
  );
  return rows.map((row) => ({ ...row, status: row.status as OrderStatus }));
}

export type OwnOrderSummary = Awaited<ReturnType<typeof fetchOwnOrders>>[number];

export const ownOrdersQuery = (rut: string) =>
  infiniteQueryOptions({
    queryKey: customerOrderKeys.list(rut),
    queryFn: ({ pageParam, signal }) => fetchOwnOrders(rut, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (lastPage, pages) =>
      lastPage.length === OWN_ORDERS_PAGE_SIZE ? pages.length * OWN_ORDERS_PAGE_SIZE : undefined,
  });
