import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '../keys.ts';
import type { OrderStatus } from '../status/order-status.ts';

/** Rows of a page of a customer's orders and devices. */
export const RECORD_PAGE = 20;
/** The most orders of one payment: the database has the same limit. */
export const PAYABLE_LIMIT = 50;

async function fetchOrders(id: string, page: number, payable: boolean, signal: AbortSignal) {
  const client = await supabase();
  const size = payable ? PAYABLE_LIMIT : RECORD_PAGE;
  const rows = unwrap(
    await client
      .rpc('customer_orders', {
        p_id: id,
        p_payable: payable,
        p_limit: size,
        p_offset: (page - 1) * size,
      })
      .abortSignal(signal),
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      ...row,
      status: row.status as OrderStatus,
      // The generated types know no null in a function's result.
      total_amount: row.total_amount as number | null,
      promised_at: row.promised_at as string | null,
      at_risk_from: row.at_risk_from as string | null,
    })),
  };
}

/** An order of a customer, with what may be received for it now. */
export type CustomerOrder = Awaited<ReturnType<typeof fetchOrders>>['rows'][number];

/** A page of a customer's orders, newest first. Staff only. */
export const customerOrdersQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: orderKeys.customerOrders(id, page),
    queryFn: ({ signal }) => fetchOrders(id, page, false, signal),
    placeholderData: keepPreviousData,
  });

/** The oldest of a customer's orders with something left to pay, as many as one payment takes (CARD-07). */
export const payableOrdersQuery = (id: string) =>
  queryOptions({
    queryKey: orderKeys.payableOrders(id),
    queryFn: ({ signal }) => fetchOrders(id, 1, true, signal),
    staleTime: 0,
  });

async function fetchDevices(id: string, page: number, signal: AbortSignal) {
  const client = await supabase();
  const rows = unwrap(
    await client
      .rpc('customer_devices', { p_id: id, p_limit: RECORD_PAGE, p_offset: (page - 1) * RECORD_PAGE })
      .abortSignal(signal),
  );
  return { total: rows[0]?.total ?? 0, rows };
}

/** A device of a customer, once for all of its orders. */
export type CustomerDevice = Awaited<ReturnType<typeof fetchDevices>>['rows'][number];

/** A page of a customer's devices, those that came last first. Staff only. */
export const customerDevicesQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: orderKeys.customerDevices(id, page),
    queryFn: ({ signal }) => fetchDevices(id, page, signal),
    placeholderData: keepPreviousData,
  });
