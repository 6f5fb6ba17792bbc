/** Query keys of the state of the installation. */
export const systemStatusKeys = {
  all: ['system-status'] as const,
};
