import { createContext, useContext } from 'react';
import type { ReportFilter } from '@taller/shared/reports/report-filter.ts';
import type { ReportCard } from '@taller/shared/reports/report-orders-query.ts';

/** The orders that a figure counts, and the title of their list. */
export interface OrdersBehind {
  title: string;
  /** A sentence that says what is counted. */
  text: string;
  card: ReportCard;
  filter: ReportFilter;
  /** `yyyy-mm`: only orders earned in that month. */
  month?: string;
}

export const OpenOrdersContext = createContext<(orders: OrdersBehind) => void>(() => undefined);

/** Opens the orders of a figure in the page's dialog. */
export function useOpenOrders(): (orders: OrdersBehind) => void {
  return useContext(OpenOrdersContext);
}
