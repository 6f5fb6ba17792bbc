import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '../keys.ts';
import type { TaxDocument } from '../tax/tax-document.ts';

/** A payment of the ledger, as far as it is of one order (PAY-01). */
export interface LedgerPayment {
  id: string;
  created_at: string;
  /** A PaymentMethod; '' if nobody said. */
  method: string;
  /** This order's share, in pesos; negative for a refund. */
  amount: number;
  /** The number of orders that it pays for. */
  orders: number;
  /** The payment whose counter-entry it is. */
  corrects: string | null;
  /** It has a counter-entry. */
  corrected: boolean;
  /** These three are told to the staff only. */
  created_by: string | null;
  reference: string | null;
  note: string | null;
  /** The last part of its receipt's link. */
  receipt: string;
  /** The issued documents; without their total for a customer if the payment is also for other people's orders. */
  documents: (Pick<TaxDocument, 'kind' | 'folio' | 'issued_on'> & { total?: number })[];
}

async function fetchOrderPayments(orderId: string, signal: AbortSignal): Promise<LedgerPayment[]> {
  const client = await supabase();
  const rows = unwrap(await client.rpc('order_payments', { p_order_id: orderId }).abortSignal(signal));
  return rows as unknown as LedgerPayment[];
}

/** The payments of an order, the oldest first, for staff and for the order's customer. */
export const orderPaymentsQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.payments(orderId),
    queryFn: ({ signal }) => fetchOrderPayments(orderId, signal),
    staleTime: 10_000,
  });
