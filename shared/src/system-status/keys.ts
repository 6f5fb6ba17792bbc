/** Query keys of the system status. */
export const systemStatusKeys = {
  all: ['system-status'] as const,
  partFailures: ['part-failures'] as const,
  buildRows: ['build-rows'] as const,
  siteBuilds: ['site-builds'] as const,
  siteChanges: ['site-changes'] as const,
};
