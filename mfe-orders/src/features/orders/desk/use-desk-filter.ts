import { useCallback, useEffect, useMemo, useRef } from 'react';
import {
  ADMIN_SEARCH_FIELDS,
  STAFF_SEARCH_FIELDS,
  type OrderListFilter,
  type OrderSearchField,
} from '@taller/shared/orders/order-list-query.ts';
import { prefetchOrderPage } from '@taller/shared/orders/prefetch-order-page.ts';
import { isOrderStatus } from '@taller/shared/orders/status/order-status.ts';
import { canSearchAllFields, type Role } from '@taller/shared/access/roles.ts';
import { useQueryClient } from '@taller/shared/query';
import { useSearchParams } from '@taller/shared/runtime';
import { decideField } from './search-field.ts';

/** `?mensaje=fallido`: orders whose newest message did not arrive. */
const FAILED = 'fallido';
/** A search that takes longer shows in the address, and the list as waiting, before its orders are there. In ms. */
const SEARCH_PATIENCE_MS = 150;
const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The fields that a role may search, the first being its default (ORD-02). */
export function searchFields(role: Role): readonly OrderSearchField[] {
  return canSearchAllFields(role) ? ADMIN_SEARCH_FIELDS : STAFF_SEARCH_FIELDS;
}

/** Reads the list's state from the address; what is not valid counts as not given. */
export function readFilter(params: URLSearchParams, role: Role): OrderListFilter {
  const fields = searchFields(role);
  const status = params.get('estado');
  const technician = params.get('tecnico');
  const page = Number(params.get('pagina') ?? 1);
  return {
    search: params.get('q')?.trim() ?? '',
    field: fields.find((field) => field === params.get('campo')) ?? fields[0] ?? 'order_number',
    status: isOrderStatus(status) ? status : null,
    technicianId: technician && UUID.test(technician) ? technician : null,
    messageFailed: params.get('mensaje') === FAILED,
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  };
}

/** Writes a filter to the address; defaults are left out, so that the plain address is the plain list. */
export function writeFilter(params: URLSearchParams, filter: OrderListFilter, role: Role): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string | null) => (value ? next.set(name, value) : next.delete(name));
  put('q', filter.search);
  put('campo', filter.field === searchFields(role)[0] ? null : filter.field);
  put('estado', filter.status);
  put('tecnico', filter.technicianId);
  put('mensaje', filter.messageFailed ? FAILED : null);
  put('pagina', filter.page > 1 ? String(filter.page) : null);
  return next;
}

/** A filter with the field that is really searched (ORD-33). */
const asSearched = (filter: OrderListFilter, role: Role): OrderListFilter => ({
  ...filter,
  field: decideField(filter.search, filter.field, searchFields(role)),
});

/**
 * The list's search, filters and page, kept in the address so that back and reload keep them. The field in the address
 * is the chosen one.
 */
export function useDeskFilter(role: Role) {
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => readFilter(params, role), [params, role]);
  /** A search whose page is on its way. */
  const wanted = useRef<OrderListFilter | null>(null);
  /** The address on screen; null once the desk is left. */
  const here = useRef<URLSearchParams | null>(null);
  useEffect(() => {
    here.current = params;
    return () => {
      here.current = null;
    };
  }, [params]);
  /** Any change but of the page itself goes back to the first page. Typing leaves no history behind; turning a page does. */
  const change = useCallback(
    (part: Partial<OrderListFilter>) => {
      const next = { ...(wanted.current ?? filter), page: 1, ...part };
      wanted.current = next;
      const show = () => {
        if (wanted.current !== next) return;
        wanted.current = null;
        // Meanwhile somebody went elsewhere.
        if (here.current !== params) return;
        setParams((now) => writeFilter(now, next, role), { replace: part.page === undefined });
      };
      const read = prefetchOrderPage(client, asSearched(next, role));
      // A new address draws the whole site anew. For a search that is done together with its orders, and not while they are on their way
      // and the server wants the processor: a fifth of the time from the keystroke to the screen.
      if (part.search === undefined) show();
      else void Promise.race([read, delay(SEARCH_PATIENCE_MS)]).then(show);
    },
    [client, filter, params, role, setParams],
  );
  const isFiltered =
    filter.search !== '' || filter.status !== null || filter.technicianId !== null || filter.messageFailed;
  const searched = useMemo(() => asSearched(filter, role), [filter, role]);
  return { filter: searched, change, isFiltered };
}
