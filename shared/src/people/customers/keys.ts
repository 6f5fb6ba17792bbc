/** Query keys of customer accounts on the desk. */
export const customerKeys = {
  all: ['customers'] as const,
  search: (text: string) => [...customerKeys.all, 'search', text] as const,
};
