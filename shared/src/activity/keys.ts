/** Filters of the log. Dates are days in the shop's time zone, `yyyy-mm-dd`, inclusive; each filter may be null. */
export interface ActivityRequest {
  userId: string | null;
  action: 'edit' | 'delete' | null;
  from: string | null;
  to: string | null;
  /** The page, from 1. */
  page: number;
}

/** Query keys of the activity log. */
export const activityKeys = {
  all: ['activity-log'] as const,
  list: (request: ActivityRequest) => [...activityKeys.all, request] as const,
  accessLog: (request: ActivityRequest) =>
    [...activityKeys.all, 'access-log', { ...request, action: null }] as const,
  deletedOrders: (request: ActivityRequest) =>
    [...activityKeys.all, 'deleted-orders', { ...request, action: null }] as const,
  accounts: (request: ActivityRequest) =>
    [...activityKeys.all, 'accounts', { ...request, action: null }] as const,
  staff: () => [...activityKeys.all, 'staff'] as const,
};
