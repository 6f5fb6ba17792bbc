import { useEffect, useState } from 'react';
import { dataErrorCode, replyOf } from '@taller/shared/data-access/data-error.ts';
import { foundOrdersQuery, type FoundOrder } from '@taller/shared/orders/found-orders-query.ts';
import { useQuery } from '@taller/shared/query';
import { searchOf } from './search-of.ts';

/** Pause in typing after which the server is asked. */
const PAUSE_MS = 200;
const MOST_SHOWN = 8;

interface FoundOrders {
  orders: readonly FoundOrder[];
  state: 'idle' | 'searching' | 'found' | 'failed' | 'offline';
  retry: () => void;
}

/**
 * The orders for the typed text (UI-07), with the rights, the log entries and the indexes of the list's search.
 * Each text is a query of its own, so that an older answer is never shown for a newer text.
 */
export function useFoundOrders(typed: string): FoundOrders {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const wanted = searchOf(typed);
  const asked = searchOf(settled);
  const isCurrent = wanted === asked;
  const { data, error, refetch, isFetching } = useQuery({
    ...foundOrdersQuery(asked ?? ''),
    enabled: asked !== null && isCurrent,
  });
  const retry = () => void refetch();
  if (wanted === null) return { orders: [], state: 'idle', retry };
  if (isCurrent && data) return { orders: data.slice(0, MOST_SHOWN), state: 'found', retry };
  if (!isCurrent || !error || isFetching) return { orders: [], state: 'searching', retry };
  const isOffline = dataErrorCode(error) === 'offline' && replyOf(error) === 'none';
  return { orders: [], state: isOffline ? 'offline' : 'failed', retry };
}
