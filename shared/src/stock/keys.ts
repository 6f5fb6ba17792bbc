/** Query keys of the inventory and its catalogs. */
export const inventoryKeys = {
  all: ['inventory'] as const,
  list: (request: object) => [...inventoryKeys.all, 'list', request] as const,
  suggestions: (text: string, supplier: string) =>
    [...inventoryKeys.all, 'suggestions', text, supplier] as const,
  history: (itemId: string) => [...inventoryKeys.all, 'history', itemId] as const,
  /** Under the inventory's key: every write-off changes them. */
  orderParts: (orderId: string) => [...inventoryKeys.all, 'order-parts', orderId] as const,
  requestedParts: (orderId: string) => [...inventoryKeys.all, 'requested-parts', orderId] as const,
  /** The requested parts of all orders. */
  shopParts: (request: object) => [...inventoryKeys.all, 'shop-parts', request] as const,
  catalogs: ['inventory-catalogs'] as const,
  catalog: (table: 'component_types' | 'suppliers') => [...inventoryKeys.catalogs, table] as const,
};

/** Query keys of the stocktakes. */
export const stocktakeKeys = {
  all: ['stocktakes'] as const,
  list: () => [...stocktakeKeys.all, 'list'] as const,
  counts: (id: string) => [...stocktakeKeys.all, 'counts', id] as const,
  differences: (id: string) => [...stocktakeKeys.all, 'differences', id] as const,
};

/** Query keys of the screen orders. */
export const screenOrderKeys = {
  all: ['screen-orders'] as const,
  list: (search: string) => [...screenOrderKeys.all, 'list', search] as const,
  one: (id: string | null) => [...screenOrderKeys.all, 'one', id] as const,
  expected: () => [...screenOrderKeys.all, 'expected'] as const,
  recall: (id: string) => [...screenOrderKeys.all, 'recall', id] as const,
};
