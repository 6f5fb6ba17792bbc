import type { ReportCard, ReportSort } from '@taller/shared/reports/report-orders-query.ts';
import { measureOf } from './measure.ts';

export interface OrdersSort {
  sort: ReportSort;
  descending: boolean;
}

/** How a list opens: the longest times first where the figure is one of times, else the newest orders. */
export function firstSort(card: ReportCard): OrdersSort {
  return { sort: measureOf(card) === undefined ? 'order_number' : 'measure', descending: true };
}
