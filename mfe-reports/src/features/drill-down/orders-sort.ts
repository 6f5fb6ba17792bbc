import type { ReportCard, ReportSort } from '@taller/shared/reports/report-orders-query.ts';
import { measureOf } from './measure.ts';

export interface OrdersSort {
  sort: ReportSort;
  descending: boolean;
}

/** Initial sort of a list: the longest times first for time figures, else the newest orders. */
export function firstSort(card: ReportCard): OrdersSort {
  return { sort: measureOf(card) === undefined ? 'order_number' : 'measure', descending: true };
}
