import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import {
  ADMIN_SEARCH_FIELDS,
  STAFF_SEARCH_FIELDS,
  type OrderListFilter,
  type OrderSearchField,
  orderViewsOf,
  type OrderView,
  isSameSort,
  NEWEST_FIRST,
  ORDER_SORT_COLUMNS,
  type OrderSort,
  type OrderSortColumn,
} from '@taller/shared/orders/order-filter.ts';
import { prefetchOrderPage } from '@taller/shared/orders/order-list-queries.ts';
import { ORDER_STATUSES } from '@taller/shared/orders/status/order-status.ts';
import { isReasonKey } from '@taller/shared/orders/waits/order-wait.ts';
import { may } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { useQueryClient } from '@taller/shared/query';
import { useSearchParams } from '@taller/shared/runtime';
import {
  choiceField,
  idField,
  optionField,
  pageField,
  readAddress,
  textField,
  writeAddress,
  type AddressField,
  type AddressFields,
} from '@taller/shared/values/address-state.ts';
import { decideField } from './search-field.ts';

/** The columns in the URL. */
const WORDS: Readonly<Record<OrderSortColumn, string>> = {
  created: 'fecha',
  customer: 'cliente',
  device: 'equipo',
  status: 'estado',
  price: 'precio',
  changed: 'cambio',
};

const write = ({ column, direction }: OrderSort) => `${WORDS[column]}-${direction}`;
const SORTS = ORDER_SORT_COLUMNS.flatMap((column) => [
  { column, direction: 'asc' as const },
  { column, direction: 'desc' as const },
]);

/** `orden=precio-desc` (ORD-75); the newest first is the plain URL. */
const sortField: AddressField<OrderSort | null> = {
  name: 'orden',
  read: (text) => SORTS.find((sort) => !isSameSort(sort, NEWEST_FIRST) && write(sort) === text) ?? null,
  write: (sort) => (sort && !isSameSort(sort, NEWEST_FIRST) ? write(sort) : null),
};

/** Time in ms after which a pending search updates the URL, and the list shows that it is loading. */
const SEARCH_PATIENCE_MS = 150;
const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The fields that a role may search, the first being its default (ORD-02). */
export function searchFields(role: Role): readonly OrderSearchField[] {
  return may(role, 'orders.search-all-fields') ? ADMIN_SEARCH_FIELDS : STAFF_SEARCH_FIELDS;
}

/** The views in the URL. */
const VIEW_WORDS: Readonly<Record<OrderView, string>> = {
  mine: 'mias',
  late: 'atrasadas',
  at_risk: 'en-riesgo',
  to_quote: 'por-presupuestar',
  waiting: 'esperan-al-cliente',
  to_repair: 'para-reparar',
  on_hold: 'en-espera',
  ready: 'listos',
  to_return: 'por-devolver',
  idle: 'sin-movimiento',
  message_failed: 'aviso-fallido',
};

const viewField = (role: Role): AddressField<OrderView | null> => ({
  name: 'vista',
  read: (text) => orderViewsOf(role).find((view) => VIEW_WORDS[view] === text) ?? null,
  write: (view) => view && VIEW_WORDS[view],
});

/** Key of what the orders wait for; the shop's own list has them. */
const waitField: AddressField<string | null> = {
  name: 'espera',
  read: (text) => (isReasonKey(text) ? text : null),
  write: (key) => key,
};

/** A place of the shop's list, or one that it had. */
const placeField: AddressField<string | null> = {
  name: 'ubicacion',
  read: (text) => (text && text.trim() !== '' && text.length <= 40 ? text : null),
  write: (place) => place,
};

/** Translates the former address of a view, which people may have bookmarked. */
function renewed(params: URLSearchParams): URLSearchParams {
  if (params.get('mensaje') !== 'fallido') return params;
  const next = new URLSearchParams(params);
  next.delete('mensaje');
  if (!next.has('vista')) next.set('vista', VIEW_WORDS.message_failed);
  return next;
}

/** The list's state in a URL. */
export const readDesk = (role: Role, params: URLSearchParams): OrderListFilter =>
  readAddress(deskFields(role), renewed(params));

/** A URL with the list's state changed. */
export const writeDesk = (
  role: Role,
  params: URLSearchParams,
  part: Partial<OrderListFilter>,
): URLSearchParams => writeAddress(deskFields(role), renewed(params), part);

/** The whole list by its own name, where the plain URL opens another view (ORD-82). */
const ALL_WORD = 'todas';

/** A URL of the list that is not the plain one. */
export function notPlain(params: URLSearchParams): URLSearchParams {
  if (params.size === 0) params.set('vista', ALL_WORD);
  return params;
}

/** The query of the list's first page with a filter, without a field that nothing is searched in; '' for all orders. */
export function deskAddress(role: Role, { field, ...filter }: Omit<OrderListFilter, 'page'>): string {
  const searched = filter.search === '' ? filter : { ...filter, field };
  return writeDesk(role, new URLSearchParams(), { ...searched, page: 1 }).toString();
}

/** Whether a URL, a colleague's perhaps, names a view or a search field that this role does not have (ORD-80). */
export function isBeyondRole(role: Role, params: URLSearchParams): boolean {
  const [view, field] = [params.get('vista'), params.get('campo')];
  return (
    (Object.values(VIEW_WORDS).some((word) => word === view) && readDesk(role, params).view === null) ||
    (ADMIN_SEARCH_FIELDS.some((known) => known === field) && readDesk(role, params).field !== field)
  );
}

/** The list's search, filters and page in the URL; the default field depends on the role. */
function deskFields(role: Role): AddressFields<OrderListFilter> {
  const fields = searchFields(role);
  return {
    search: textField('q'),
    field: choiceField('campo', fields, fields[0] ?? 'order_number'),
    status: optionField('estado', ORDER_STATUSES),
    technicianId: idField('tecnico'),
    view: viewField(role),
    waitReason: waitField,
    place: placeField,
    sort: sortField,
    page: pageField,
  };
}

/** A filter with the effective search field (ORD-33). */
const asSearched = (filter: OrderListFilter, role: Role): OrderListFilter => ({
  ...filter,
  field: decideField(filter.search, filter.field, searchFields(role)),
});

/** Whether something besides the view chooses among the orders. */
export const isNarrowed = ({ search, status, technicianId, waitReason, place }: OrderListFilter): boolean =>
  search !== '' || [status, technicianId, waitReason, place].some((value) => value !== null);

/**
 * The list's search, filters and page, stored in the URL so that back and reload preserve them. The field in the URL is
 * the selected one.
 * @param hasStart the plain URL opens another view than the whole list.
 */
export function useDeskFilter(role: Role, hasStart: boolean) {
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => readDesk(role, params), [role, params]);
  /** A search whose page is loading. */
  const wanted = useRef<OrderListFilter | null>(null);
  /** The current URL; null once the desk is left. */
  const here = useRef<URLSearchParams | null>(null);
  // Before the next press: the URL may just have been replaced by the start view's.
  useLayoutEffect(() => {
    here.current = params;
    return () => {
      here.current = null;
    };
  }, [params]);
  /** Any change except of the page resets the page. Typing adds no history entries; changing the page does. */
  const change = useCallback(
    (part: Partial<OrderListFilter>) => {
      const next = { ...(wanted.current ?? filter), page: 1, ...part };
      wanted.current = next;
      const show = () => {
        if (wanted.current !== next) return;
        wanted.current = null;
        // The user navigated elsewhere meanwhile.
        if (here.current !== params) return;
        const write = (now: URLSearchParams) => writeDesk(role, now, next);
        setParams((now) => (hasStart ? notPlain(write(now)) : write(now)), {
          replace: part.page === undefined,
        });
      };
      const read = prefetchOrderPage(client, asSearched(next, role));
      // A new URL re-renders the whole site. A search therefore updates it together with its results, not while the
      // request is running and the server needs the processor: a fifth of the time from the keystroke to the screen.
      if (part.search === undefined) show();
      else void Promise.race([read, delay(SEARCH_PATIENCE_MS)]).then(show);
    },
    [client, filter, hasStart, params, role, setParams],
  );
  const searched = useMemo(() => asSearched(filter, role), [filter, role]);
  return { filter: searched, change };
}
