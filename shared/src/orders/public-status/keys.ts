/** Query keys of the public order lookup. */
export const publicOrderStatusKeys = {
  all: ['public-order-status'] as const,
  order: (orderNumber: number) => [...publicOrderStatusKeys.all, orderNumber] as const,
};
