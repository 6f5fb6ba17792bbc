import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { retryUnlessMissing } from '#src/query/retry-unless-missing.ts';
import { isOrderStatus, type OrderStatus } from '../status/order-status.ts';
import { quoteKeys } from '#src/orders/keys.ts';
import type { QuoteLine } from './quote-lines.ts';

/** An open quote; the amount in CLP. */
export interface OpenQuote {
  order_number: number;
  status: 'quoted';
  technical_work: string;
  total_amount: number;
  equipment_type: string;
  equipment_brand: string;
  equipment_model: string;
  /** When the shop made the quote; null in orders of earlier years. */
  quoted_at: string | null;
  /** Identifies what is shown; a decision names it. */
  version: string;
  /** The lines of the total; `chosen` is the shop's suggestion. */
  lines: readonly QuoteLine[];
  /** Per cent of the net price, which the total includes. */
  tax_rate: number;
  /** The last day on which it can be decided; null: any. */
  valid_until: string | null;
  expired: boolean;
}

/** An order without an open quote: not quoted yet, answered, or in a later status. */
export interface DecidedQuote {
  order_number: number;
  status: Exclude<OrderStatus, 'quoted'>;
}

/** A quote as shown by its link: device, work and amount are included only while it is open. */
type Quote = OpenQuote | DecidedQuote;

/** The last part of a decision link: an order's id, and the key of links that are sent. */
const LINK = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-[0-9a-f]{20})?$/i;

/** @throws DataError `not-found` for an unknown or malformed id. */
async function fetchQuote(orderId: string, signal: AbortSignal): Promise<Quote> {
  // The database refuses some texts, such as a null byte, as it refuses no id.
  if (!LINK.test(orderId)) throw new DataError('not-found', 'The link has no id of an order');
  const client = await supabase();
  const row = unwrap(
    await client.rpc('get_quote', { p_order_id: orderId }).abortSignal(signal).maybeSingle(),
  );
  if (!row || !isOrderStatus(row.status)) throw new DataError('not-found', `There is no order ${orderId}`);
  return row as unknown as Quote;
}

/** The quote of a decision link (PUB-04). Never served from the cache: another tab may have decided. */
export const quoteQuery = (orderId: string) =>
  queryOptions({
    queryKey: quoteKeys.order(orderId),
    queryFn: ({ signal }) => fetchQuote(orderId, signal),
    staleTime: 0,
    // Otherwise an answered quote would briefly be shown as open when its link is opened again.
    gcTime: 0,
    retry: retryUnlessMissing,
  });

/** The last part of an order's decision link, with its key, for staff who pass it on (ORD-93). */
export async function fetchQuoteLink(orderId: string): Promise<string> {
  const client = await supabase();
  return unwrap(await client.rpc('get_quote_link', { p_order_id: orderId }));
}
