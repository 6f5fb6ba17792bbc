import { createContext, useContext } from 'react';
import type { ReportFilter } from '@taller/shared/reports/report-filter.ts';
import type { ReportCard } from '@taller/shared/reports/report-orders-query.ts';

/** The orders that a figure counts, and the title of their list. */
export interface FigureOrders {
  title: string;
  /** A sentence that says what is counted. */
  text: string;
  card: ReportCard;
  filter: ReportFilter;
  /** `yyyy-mm`: only orders earned in that month. */
  month?: string;
}

export const OpenOrdersContext = createContext<(orders: FigureOrders) => void>(() => undefined);

/** Opens the orders of a figure in the page's dialog. */
export function useOpenOrders(): (orders: FigureOrders) => void {
  return useContext(OpenOrdersContext);
}
