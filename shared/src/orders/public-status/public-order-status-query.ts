import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { retryUnlessMissing } from '#src/query/retry-unless-missing.ts';
import { isOrderStatus, type OrderStatus } from '../status/order-status.ts';
import { publicOrderStatusKeys } from '#src/orders/keys.ts';

export interface PublicOrderStatus {
  order_number: number;
  status: OrderStatus;
  /** The sentence about what it waits for (TIME-07); null if it waits for nothing that customers are told. */
  wait: string | null;
  /** It was handed over without a repair (TIME-14). */
  unrepaired: boolean;
  /** The promised date (TIME-22); null without a promise, or without work left. */
  promised_at: string | null;
}

/** Polling interval of an open status page, in ms. */
const REFRESH_MS = 60_000;

/** @throws DataError `not-found` if no order has the number. */
async function fetchPublicOrderStatus(orderNumber: number, signal: AbortSignal): Promise<PublicOrderStatus> {
  const client = await supabase();
  const row = unwrap(
    await client
      .from('public_order_status')
      .select('order_number, status, wait, unrepaired, promised_at')
      .eq('order_number', orderNumber)
      .abortSignal(signal)
      .maybeSingle(),
  );
  if (!row || !isOrderStatus(row.status))
    throw new DataError('not-found', `There is no order ${orderNumber}`);
  return {
    order_number: row.order_number,
    status: row.status,
    wait: row.wait,
    unrepaired: row.unrepaired === true,
    promised_at: row.promised_at,
  };
}

/** Number, status, wait, outcome and promise of an order, the only public data (PUB-03). */
export const publicOrderStatusQuery = (orderNumber: number) =>
  queryOptions({
    queryKey: publicOrderStatusKeys.order(orderNumber),
    queryFn: ({ signal }) => fetchPublicOrderStatus(orderNumber, signal),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    retry: retryUnlessMissing,
  });
