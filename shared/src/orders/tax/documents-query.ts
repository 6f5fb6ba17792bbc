import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '../keys.ts';
import type { TaxDocument } from './tax-document.ts';

/** The documents of a payment, and for how much it still needs one; negative: a nota de crédito. */
export interface PaymentDocuments {
  payment_id: string;
  missing: number;
  documents: TaxDocument[];
}

async function fetchOrderDocuments(orderId: string, signal: AbortSignal): Promise<PaymentDocuments[]> {
  const client = await supabase();
  const rows = unwrap(await client.rpc('order_documents', { p_order_id: orderId }).abortSignal(signal));
  return rows as unknown as PaymentDocuments[];
}

/** The tax documents of the payments of an order (TAX-01), for staff. */
export const orderDocumentsQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.documents(orderId),
    queryFn: ({ signal }) => fetchOrderDocuments(orderId, signal),
    staleTime: 10_000,
    // The provider's answer is no event that the page hears of.
    refetchInterval: ({ state }) =>
      state.data?.some(({ documents }) => documents.some((one) => one.state === 'queued')) ? 5000 : false,
  });
