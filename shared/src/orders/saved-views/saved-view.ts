import type { Role } from '#src/access/roles.ts';
import type { Database } from '#src/db/database.types.ts';
import { isUuid } from '#src/values/uuid.ts';
import {
  ADMIN_SEARCH_FIELDS,
  type OrderListFilter,
  type OrderSearchField,
  ORDER_SORT_COLUMNS,
  type OrderSort,
  orderViewsOf,
  type OrderView,
} from '#src/orders/order-filter.ts';
import { isReasonKey } from '#src/orders/waits/order-wait.ts';
import { isOrderStatus } from '#src/orders/status/order-status.ts';

/** How many views a person may save; the table has the same limit. */
export const MOST_SAVED_VIEWS = 12;

type Row = Database['public']['Tables']['saved_views']['Row'];

/** The columns of a saved view that say what it filters by. */
export type FilterColumns = Pick<
  Row,
  'search' | 'field' | 'status' | 'technician_id' | 'view' | 'sort' | 'wait_reason' | 'place'
>;

/** A view that its owner saved under a name (ORD-80). */
export type SavedView = Pick<Row, 'id'> & FilterColumns & { name: string };

/** The own views, oldest first, and what the desk opens with (ORD-82): one of them, one of the shop's, or all. */
export interface SavedViews {
  views: readonly SavedView[];
  start: { id: string } | { view: string } | null;
}

/** Filter of a saved view: the list's filter without the page. */
export type SavedFilter = Omit<OrderListFilter, 'page'>;

/** The columns of a filter. Without a search its field says nothing. */
export const toColumns = ({
  search,
  field,
  status,
  technicianId,
  view,
  waitReason,
  place,
  sort,
}: SavedFilter): FilterColumns => ({
  search,
  field: search === '' ? null : field,
  status,
  technician_id: technicianId,
  view,
  wait_reason: waitReason,
  place,
  sort: sort && `${sort.column}-${sort.direction}`,
});

/** The sort in a column: `price-desc`. */
function readSort(text: string | null): OrderSort | null {
  const [name, way] = text?.split('-') ?? [];
  const column = ORDER_SORT_COLUMNS.find((known) => known === name);
  return column && (way === 'asc' || way === 'desc') ? { column, direction: way } : null;
}

/** The view of the shop with this name, if the role has it. */
export const shopView = (role: Role, name: string | null): OrderView | null =>
  orderViewsOf(role).find((view) => view === name) ?? null;

/**
 * The filter of a saved view for a role, without conditions that the role cannot use or that no longer exist.
 * @param byDefault the role's search field.
 */
export const toFilter = (role: Role, columns: FilterColumns, byDefault: OrderSearchField): SavedFilter => ({
  search: columns.search,
  field: ADMIN_SEARCH_FIELDS.find((field) => field === columns.field) ?? byDefault,
  status: isOrderStatus(columns.status) ? columns.status : null,
  technicianId:
    columns.technician_id !== null && isUuid(columns.technician_id) ? columns.technician_id : null,
  view: shopView(role, columns.view),
  waitReason: isReasonKey(columns.wait_reason) ? columns.wait_reason : null,
  place: columns.place,
  sort: readSort(columns.sort),
});
