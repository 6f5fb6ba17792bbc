/** Query keys of a customer's own orders. */
export const customerOrderKeys = {
  all: ['customer-orders'] as const,
  list: (rut: string) => [...customerOrderKeys.all, 'list', rut] as const,
  order: (orderId: string) => [...customerOrderKeys.all, 'order', orderId] as const,
};
