import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { retryUnlessMissing } from '#src/query/retry-unless-missing.ts';
import { orderKeys } from './keys.ts';

/** The terms of service of an order's sheet. */
export interface PrintedTerms {
  readonly version: number;
  /** Since when the shop has this version. */
  readonly changed_at: string;
  readonly items: readonly string[];
}

/**
 * The terms to print on an order's sheet: those that it was first printed with, and the shop's present ones before. The
 * server notes them as the order's, so this is called to print only; repeated it answers the same.
 */
export async function printTerms(orderId: string, signal?: AbortSignal): Promise<PrintedTerms> {
  const client = await supabase();
  const call = client.rpc('print_terms', { p_order_id: orderId });
  const [terms] = unwrap(await (signal ? call.abortSignal(signal) : call));
  if (!terms) throw new DataError('not-found', 'The order has no terms');
  return terms as PrintedTerms;
}

/**
 * The terms of an order's sheet, from the database: those embedded in the page may be older than the shop's (CFG-27).
 */
export const printedTermsQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.printedTerms(orderId),
    queryFn: ({ signal }) => printTerms(orderId, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: retryUnlessMissing,
  });
