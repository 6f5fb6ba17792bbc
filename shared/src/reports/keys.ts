import type { ReportFilter } from './report-filter.ts';

/** Query keys of the reports. */
export const reportKeys = {
  all: ['reports'] as const,
  overview: (filter: ReportFilter) => [...reportKeys.all, 'overview', filter] as const,
  orders: (request: object) => [...reportKeys.all, 'orders', request] as const,
  allEarnings: () => [...reportKeys.all, 'earnings'] as const,
  earnings: (filter: ReportFilter) => [...reportKeys.allEarnings(), filter] as const,
  pinStatus: () => [...reportKeys.all, 'pin-status'] as const,
};
