import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { retryUnlessMissing } from '#src/query/retry-unless-missing.ts';
import { orderKeys } from '../keys.ts';
import type { Receipt } from './receipt.ts';

const LINK = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-[0-9a-f]{20}$/i;

/** @throws DataError `not-found` for an unknown or malformed link. */
async function fetchReceipt(link: string, signal: AbortSignal): Promise<Receipt> {
  if (!LINK.test(link)) throw new DataError('not-found', 'The link is of no payment');
  const client = await supabase();
  const row = unwrap(await client.rpc('get_receipt', { p_link: link }).abortSignal(signal).maybeSingle());
  if (!row) throw new DataError('not-found', 'There is no such receipt');
  return row as unknown as Receipt;
}

/** The receipt of a payment by its link (PAY-13). */
export const receiptQuery = (link: string) =>
  queryOptions({
    queryKey: orderKeys.receipt(link),
    queryFn: ({ signal }) => fetchReceipt(link, signal),
    retry: retryUnlessMissing,
  });
