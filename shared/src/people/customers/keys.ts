/** Query keys of customers' accounts, as the desk sees them. */
export const customerKeys = {
  all: ['customers'] as const,
  search: (text: string) => [...customerKeys.all, 'search', text] as const,
};
