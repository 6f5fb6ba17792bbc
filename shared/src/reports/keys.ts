import type { ReportFilter } from './report-filter.ts';

/** Query keys of the reports. */
export const reportKeys = {
  all: ['reports'] as const,
  overview: (part: string, filter: ReportFilter) => [...reportKeys.all, 'overview', part, filter] as const,
  waits: (filter: ReportFilter) => [...reportKeys.all, 'waits', filter] as const,
  figures: (request: object) => [...reportKeys.all, 'figures', request] as const,
  orders: (request: object) => [...reportKeys.all, 'orders', request] as const,
  allEarnings: () => [...reportKeys.all, 'earnings'] as const,
  earnings: (filter: ReportFilter, period: object) => [...reportKeys.allEarnings(), filter, period] as const,
  allResults: () => [...reportKeys.all, 'results'] as const,
  result: (report: string, request: object) => [...reportKeys.allResults(), report, request] as const,
  rehearsal: (rules: string) => [...reportKeys.allResults(), 'rehearsal', rules] as const,
  pinStatus: () => [...reportKeys.all, 'pin-status'] as const,
};
