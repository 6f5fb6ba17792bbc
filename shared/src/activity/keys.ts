import type { ActivityRequest } from './activity-query.ts';

/** Query keys of the activity log. */
export const activityKeys = {
  all: ['activity-log'] as const,
  list: (request: ActivityRequest) => [...activityKeys.all, request] as const,
  looks: (request: ActivityRequest) => [...activityKeys.all, 'looks', { ...request, action: null }] as const,
  deletedOrders: (request: ActivityRequest) =>
    [...activityKeys.all, 'deleted-orders', { ...request, action: null }] as const,
  accounts: (request: ActivityRequest) =>
    [...activityKeys.all, 'accounts', { ...request, action: null }] as const,
  staff: () => [...activityKeys.all, 'staff'] as const,
};
