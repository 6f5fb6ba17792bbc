import type { OrderStatus } from './status/order-status.ts';
import { may } from '#src/access/permissions.ts';
import type { Role } from '#src/access/roles.ts';

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

/**
 * The views of the desk's list (ORD-61), in the order of their links. Which orders each has is a rule of the database
 * (`private.order_view_condition`); the interface knows only their names.
 */
export const ORDER_VIEWS = [
  'mine',
  'late',
  'at_risk',
  'to_quote',
  'waiting',
  'to_repair',
  'on_hold',
  'ready',
  'to_return',
  'idle',
  'message_failed',
] as const;
export type OrderView = (typeof ORDER_VIEWS)[number];

/** The views of a role: own orders are a view for those to whom repairs are assigned. */
export const orderViewsOf = (role: Role): readonly OrderView[] =>
  ORDER_VIEWS.filter((view) => view !== 'mine' || may(role, 'orders.repair'));

/** Search fields of all staff (ORD-02). */
export const STAFF_SEARCH_FIELDS = [
  'order_number',
  'customer_name',
  'customer_rut',
  'equipment_brand',
  'equipment_model',
] as const;
/** Search fields of admins; the server rejects them for others. */
export const ADMIN_SEARCH_FIELDS = ['all', ...STAFF_SEARCH_FIELDS, 'customer_phone', 'imei'] as const;
export type OrderSearchField = (typeof ADMIN_SEARCH_FIELDS)[number];

export interface OrderListFilter {
  /** Search text; empty for all orders. */
  search: string;
  field: OrderSearchField;
  /** Null for any. */
  status: OrderStatus | null;
  /** Profile id; null for any. */
  technicianId: string | null;
  /** Null for all orders. */
  view: OrderView | null;
  /** Key of what the orders wait for; null for any (TIME-06). */
  waitReason: string | null;
  /** The place of the devices; null for any (REC-107). */
  place: string | null;
  /** Null for the newest first. */
  sort: OrderSort | null;
  /** Starts at 1. */
  page: number;
}
