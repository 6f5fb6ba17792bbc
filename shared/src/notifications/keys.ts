export const notificationKeys = {
  all: ['notifications'] as const,
  inbox: () => [...notificationKeys.all, 'inbox'] as const,
  panelCounts: () => [...notificationKeys.all, 'panel-counts'] as const,
};
