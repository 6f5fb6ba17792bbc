import { createContext, useContext } from 'react';
import type { ReportFilter } from '@taller/shared/reports/report-filter.ts';
import type { ReportCard } from '@taller/shared/reports/report-orders-query.ts';

/** The orders that a figure counts, and how their list is called. */
export interface OrdersBehind {
  title: string;
  /** One sentence on what is counted. */
  text: string;
  card: ReportCard;
  filter: ReportFilter;
  /** `yyyy-mm`: only those that count as earned in that month. */
  month?: string;
}

export const OpenOrdersContext = createContext<(orders: OrdersBehind) => void>(() => undefined);

/** Opens the orders behind a figure in the page's one dialog. */
export function useOpenOrders(): (orders: OrdersBehind) => void {
  return useContext(OpenOrdersContext);
}
