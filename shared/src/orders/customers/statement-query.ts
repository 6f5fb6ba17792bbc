import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { retryUnlessMissing } from '#src/query/retry-unless-missing.ts';
import { orderKeys } from '../keys.ts';

interface OrderLine {
  kind: 'order';
  at: string;
  amount: number;
  order_id: string;
  order_number: number;
  equipment_type: string;
  equipment_brand: string;
  equipment_model: string;
  reference: string;
  contact: string | null;
}

interface PaymentLine {
  kind: 'payment';
  at: string;
  /** Negative: given back. */
  amount: number;
  method: string;
  reference: string;
  orders: number[];
}
export type StatementLine = OrderLine | PaymentLine;

/** A customer's statement of a month (CARD-08), as public.customer_statement answers. Amounts are whole pesos. */
export interface Statement {
  rut: string;
  name: string;
  business_activity: string;
  month: string;
  opening: number;
  delivered: number;
  paid: number;
  /** opening + delivered - paid. */
  closing: number;
  lines: StatementLine[];
}

/**
 * The statement of the customer of an account or an order, to be printed. Desk only.
 * @param month `yyyy-mm`.
 */
export const statementQuery = (id: string, month: string) =>
  queryOptions({
    queryKey: orderKeys.statement(id, month),
    queryFn: async ({ signal }) => {
      const client = await supabase();
      const answer = client.rpc('customer_statement', { p_id: id, p_month: `${month}-01` });
      return unwrap(await answer.abortSignal(signal)) as unknown as Statement;
    },
    // Paper does not change while it is printed.
    staleTime: 0,
    gcTime: 0,
    retry: retryUnlessMissing,
  });
