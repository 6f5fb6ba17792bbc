import { useEffect, useState } from 'react';
import { may } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { dataErrorCode, replyOf } from '@taller/shared/data-access/data-error.ts';
import { foundOrdersQuery, type FoundOrder } from '@taller/shared/orders/found-orders-query.ts';
import { orderListQuery } from '@taller/shared/orders/order-list-query.ts';
import { useQuery } from '@taller/shared/query';
import { searchOf, wholeSearch } from './search-of.ts';

/** Pause in typing after which the server is asked. */
const PAUSE_MS = 200;
const MOST_SHOWN = 8;

const NOTHING = { field: 'order_number', search: '' } as const;

interface FoundOrders {
  orders: readonly FoundOrder[];
  state: 'idle' | 'searching' | 'found' | 'failed' | 'offline';
  retry: () => void;
}

/**
 * The orders for the typed text (UI-07), with the rights, the log entries and the indexes of the desk's search.
 * Each text is a query of its own, so that an older answer is never shown for a newer text.
 */
export function useFoundOrders(typed: string, role: Role): FoundOrders {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  // The desk finds by whatever was typed; the others by the fields of the list's filter (ORD-02).
  const isDesk = may(role, 'orders.find');
  const wanted = isDesk ? wholeSearch(typed) : searchOf(typed);
  const asked = (isDesk ? wholeSearch(settled) : searchOf(settled)) ?? NOTHING;
  const isCurrent = wanted?.field === asked.field && wanted.search === asked.search;
  const found = useQuery({ ...foundOrdersQuery(asked.search), enabled: isDesk && isCurrent });
  const listed = useQuery({
    ...orderListQuery({ ...asked, status: null, technicianId: null, view: null, sort: null, page: 1 }),
    enabled: !isDesk && isCurrent,
    placeholderData: undefined,
  });
  const data = isDesk ? found.data : listed.data?.orders;
  const { error, refetch, isFetching } = isDesk ? found : listed;
  const retry = () => void refetch();
  if (!wanted) return { orders: [], state: 'idle', retry };
  if (isCurrent && data) return { orders: data.slice(0, MOST_SHOWN), state: 'found', retry };
  if (!isCurrent || !error || isFetching) return { orders: [], state: 'searching', retry };
  const isOffline = dataErrorCode(error) === 'offline' && replyOf(error) === 'none';
  return { orders: [], state: isOffline ? 'offline' : 'failed', retry };
}
