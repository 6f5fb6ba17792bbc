import { useEffect, useState } from 'react';
import { may } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { dataErrorCode, replyOf } from '@taller/shared/data-access/data-error.ts';
import { orderListQuery, type OrderListItem } from '@taller/shared/orders/order-list-query.ts';
import { useQuery } from '@taller/shared/query';
import { searchOf } from './search-of.ts';

/** Pause in typing after which the server is asked. */
const PAUSE_MS = 200;
const MOST_SHOWN = 8;

interface FoundOrders {
  orders: readonly OrderListItem[];
  state: 'idle' | 'searching' | 'found' | 'failed' | 'offline';
  retry: () => void;
}

/**
 * The newest orders for the typed text (UI-07), from the desk's search: its rights, its log entries and its indexes.
 * Each text is a query of its own, so that an older answer is never shown for a newer text.
 */
export function useFoundOrders(typed: string, role: Role): FoundOrders {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const mayAllFields = may(role, 'orders.search-all-fields');
  const wanted = searchOf(typed, mayAllFields);
  const asked = searchOf(settled, mayAllFields) ?? { field: 'order_number' as const, search: '' };
  const isCurrent = wanted?.field === asked.field && wanted.search === asked.search;
  const { data, error, refetch, isFetching } = useQuery({
    ...orderListQuery({ ...asked, status: null, technicianId: null, view: null, sort: null, page: 1 }),
    enabled: isCurrent,
    placeholderData: undefined,
  });
  const retry = () => void refetch();
  if (!wanted) return { orders: [], state: 'idle', retry };
  if (isCurrent && data) return { orders: data.orders.slice(0, MOST_SHOWN), state: 'found', retry };
  if (!isCurrent || !error || isFetching) return { orders: [], state: 'searching', retry };
  const isOffline = dataErrorCode(error) === 'offline' && replyOf(error) === 'none';
  return { orders: [], state: isOffline ? 'offline' : 'failed', retry };
}
