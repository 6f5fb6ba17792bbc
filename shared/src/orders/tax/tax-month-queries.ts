import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { taxMonthKeys } from '../keys.ts';
import type { DocumentKind, TaxDocument } from './tax-document.ts';

interface Sums {
  count: number;
  net: number;
  tax: number;
  total: number;
}

/** The sums of a month's tax documents (TAX-06); notas de crédito are subtracted in those of all. */
export interface TaxMonth extends Sums {
  kinds: (Sums & { kind: DocumentKind; first: number; last: number })[];
  undocumented: { count: number; amount: number };
  uncredited: { count: number; amount: number };
}

/** A document of a month. */
export interface MonthDocument extends Pick<
  TaxDocument,
  | 'id'
  | 'kind'
  | 'folio'
  | 'issued_on'
  | 'net'
  | 'tax'
  | 'total'
  | 'rut'
  | 'business_name'
  | 'state'
  | 'answer'
> {
  activity: string | null;
  /** The document that it cancels, in words. */
  cancels: string | null;
  method: string;
  /** The numbers of the payment's orders. */
  orders: number[];
}

/** A payment without a document; missing is negative for a refund without its nota de crédito. */
export interface UndocumentedPayment {
  id: string;
  created_at: string;
  method: string;
  amount: number;
  missing: number;
  orders: number[];
  order_id: string | null;
}

export const TAX_PAGE_SIZE = 100;

/** The sums of a month. @param month any day of it. */
export const taxMonthQuery = (month: string) =>
  queryOptions({
    queryKey: taxMonthKeys.sums(month),
    queryFn: async ({ signal }) => {
      const client = await supabase();
      return unwrap(
        await client.rpc('tax_month', { p_month: month }).abortSignal(signal),
      ) as unknown as TaxMonth;
    },
  });

/** A page of a month's documents, by day. */
export async function fetchTaxDocuments(
  month: string,
  page: number,
  signal: AbortSignal,
): Promise<MonthDocument[]> {
  const client = await supabase();
  return unwrap(
    await client.rpc('list_tax_documents', { p_month: month, p_page: page }).abortSignal(signal),
  ) as unknown as MonthDocument[];
}

export const taxDocumentsQuery = (month: string, page: number) =>
  queryOptions({
    queryKey: taxMonthKeys.documents(month, page),
    queryFn: ({ signal }) => fetchTaxDocuments(month, page, signal),
    placeholderData: keepPreviousData,
  });

/** A page of a month's payments that still need a document. */
export const undocumentedQuery = (month: string, page: number) =>
  queryOptions({
    queryKey: taxMonthKeys.missing(month, page),
    queryFn: async ({ signal }) => {
      const client = await supabase();
      return unwrap(
        await client.rpc('list_undocumented_payments', { p_month: month, p_page: page }).abortSignal(signal),
      ) as unknown as UndocumentedPayment[];
    },
    placeholderData: keepPreviousData,
  });
