import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { reportKeys } from './keys.ts';
import { filterArguments, type ReportFilter } from './report-filter.ts';

/** The figures that link to their orders; private.report_card defines what each counts. */
export type ReportCard =
  | 'total'
  | 'completed'
  | 'delivered'
  | 'unrepaired'
  | 'pending'
  | 'earned'
  | 'earned_then'
  | 'delivered_then'
  | 'completed_then'
  | 'quoted'
  | 'approved'
  | 'rejected'
  | 'resolved'
  | 'measured'
  | 'timed'
  | 'decided'
  | 'timed_decisions'
  | 'come_backs'
  | 'open'
  | 'under_3'
  | 'under_7'
  | 'under_30'
  | 'over_30';

export type ReportSort =
  | 'order_number'
  | 'customer_name'
  | 'status'
  | 'total_amount'
  | 'created_at'
  | 'measure';

export interface ReportOrdersRequest {
  card: ReportCard;
  filter: ReportFilter;
  /** `yyyy-mm`: only orders earned in that month. */
  month?: string;
  sort: ReportSort;
  descending: boolean;
  /** From 1. */
  page: number;
}

/** One order of a figure. */
export interface ReportOrder {
  id: string;
  order_number: number;
  customer_name: string;
  status: string;
  /** Whole pesos. */
  total_amount: number | null;
  equipment_type: string;
  created_at: string;
  measure: number | null;
}

/** Page size of a figure's orders. */
export const REPORT_PAGE_SIZE = 20;

/**
 * Reads one page. `total_count` counts all pages; 0 if the page is past the end. A row's `measure` is the figure's
 * value for that order (days; hours for decisions), null if the figure only counts.
 */
export async function fetchReportOrders(
  { card, filter, month, sort, descending, page }: ReportOrdersRequest,
  pageSize: number,
  signal: AbortSignal,
) {
  const client = await supabase();
  const rows =
    unwrap(
      await client
        .rpc('report_orders', {
          p_card: card,
          ...filterArguments(filter),
          p_month: month === undefined ? undefined : `${month}-01`,
          p_sort: sort,
          p_descending: descending,
          p_offset: (page - 1) * pageSize,
          p_limit: pageSize,
        })
        .abortSignal(signal),
    ) ?? [];
  // The generated types assume that a function's columns are not null.
  return { rows: rows as ReportOrder[], total_count: rows[0]?.total_count ?? 0 };
}

/** One page of a figure's orders. */
export function reportOrdersQuery(request: ReportOrdersRequest) {
  return queryOptions({
    queryKey: reportKeys.orders(request),
    queryFn: ({ signal }) => fetchReportOrders(request, REPORT_PAGE_SIZE, signal),
    placeholderData: keepPreviousData,
  });
}
