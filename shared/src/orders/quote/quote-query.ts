import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { isOrderStatus, type OrderStatus } from '../status/order-status.ts';
import { quoteKeys } from './keys.ts';

/** A quote that waits for an answer; the amount in CLP. */
export interface OpenQuote {
  orderNumber: number;
  status: 'quoted';
  technicalWork: string;
  totalAmount: number;
}

/** An order without a quote that waits: not quoted yet, answered, or past it. */
export interface DecidedQuote {
  orderNumber: number;
  status: Exclude<OrderStatus, 'quoted'>;
}

/** A quote as its link shows it: work and amount are there only while it waits for an answer. */
type Quote = OpenQuote | DecidedQuote;

/** @throws DataError `not-found` for an unknown or malformed id. */
async function fetchQuote(orderId: string, signal: AbortSignal): Promise<Quote> {
  const client = await supabase();
  const row = unwrap(
    await client.rpc('get_quote', { p_order_id: orderId }).abortSignal(signal).maybeSingle(),
  );
  if (!row || !isOrderStatus(row.status)) throw new DataError('not-found', `There is no order ${orderId}`);
  const { order_number: orderNumber, status } = row;
  if (status !== 'quoted') return { orderNumber, status };
  return { orderNumber, status, technicalWork: row.technical_work, totalAmount: row.total_amount };
}

/** The quote behind a decision link (PUB-04). Always asked anew: another tab may have decided. */
export const quoteQuery = (orderId: string) =>
  queryOptions({
    queryKey: quoteKeys.order(orderId),
    queryFn: ({ signal }) => fetchQuote(orderId, signal),
    staleTime: 0,
    // An answered quote must not be shown as open for a moment when its link is opened again.
    gcTime: 0,
    retry: (failures, error) => failures < 2 && !(error instanceof DataError && error.code === 'not-found'),
  });
