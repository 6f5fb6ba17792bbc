/**
 * The columns by which the desk's list can be sorted (ORD-75), in the order of its headings. The orders themselves are
 * a rule of the database (`private.sorted_order_ids`).
 */
export const ORDER_SORT_COLUMNS = ['created', 'customer', 'device', 'status', 'price', 'changed'] as const;
export type OrderSortColumn = (typeof ORDER_SORT_COLUMNS)[number];

export interface OrderSort {
  column: OrderSortColumn;
  direction: 'asc' | 'desc';
}

/** The direction that a first click on a column gives: dates and amounts from the highest, words from A. */
const FIRST: Readonly<Record<OrderSortColumn, OrderSort['direction']>> = {
  created: 'desc',
  customer: 'asc',
  device: 'asc',
  status: 'asc',
  price: 'desc',
  changed: 'desc',
};

/** The list without a choice: the newest first (ORD-02). */
export const NEWEST_FIRST: OrderSort = { column: 'created', direction: 'desc' };

export const isSameSort = (one: OrderSort, other: OrderSort): boolean =>
  one.column === other.column && one.direction === other.direction;

/** The sort after a click on a column: its usual direction, then the other one. */
export function nextSort(current: OrderSort | null, column: OrderSortColumn): OrderSort {
  const { column: sorted, direction } = current ?? NEWEST_FIRST;
  if (sorted !== column) return { column, direction: FIRST[column] };
  return { column, direction: direction === 'asc' ? 'desc' : 'asc' };
}
