/** Query keys of a quote, read by its link. */
export const quoteKeys = {
  all: ['quote'] as const,
  order: (orderId: string) => [...quoteKeys.all, orderId] as const,
};
