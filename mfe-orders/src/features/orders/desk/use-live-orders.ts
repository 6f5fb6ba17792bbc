import { useEffect, useEffectEvent, useState } from 'react';
import { orderKeys } from '@taller/shared/orders/keys.ts';
import {
  refetchLists,
  refetchViewCounts,
  markListsChanged,
  patchOrderMessage,
  type OrderRowChange,
  patchOrderRow,
  toRowChange,
} from '@taller/shared/orders/order-cache.ts';
import { watchMessages } from '@taller/shared/messages/watch-messages.ts';
import { watchPlaces } from '@taller/shared/orders/places/watch-places.ts';
import { watchOrders, type OrderSignal } from '@taller/shared/orders/watch-orders.ts';
import { watchWaits } from '@taller/shared/orders/waits/watch-waits.ts';
import type { OpenWait } from '@taller/shared/orders/waits/order-wait.ts';
import { refetch } from '@taller/shared/query/refetch.ts';
import { useQueryClient } from '@taller/shared/query';

interface LiveOrdersOptions {
  people: ReadonlyMap<string, string>;
  /**
   * Whether new orders may be inserted automatically: the user is at the top of the first page and not interacting with
   * the list.
   */
  mayRefresh: () => boolean;
  /** Whether a changed order may have left the list or joined it: a view is shown. */
  isView: boolean;
}

/**
 * Subscribes to changes of orders, of what they wait for, of where devices are, and of customer messages. Visible rows
 * are updated in place; new orders are inserted automatically only if that does not disturb the user, and announced
 * otherwise; deleted ones stay crossed out until the page changes.
 */
export function useLiveOrders({ people, mayRefresh, isView }: LiveOrdersOptions) {
  const client = useQueryClient();
  const [news, setNews] = useState<ReadonlySet<string>>(new Set());
  const [deletedIds, setDeletedIds] = useState<ReadonlySet<string>>(new Set());

  const showNews = () => {
    setNews(new Set());
    return refetch(client, orderKeys.lists());
  };
  const nameOf = (id: string | null) => (id && people.get(id)) || null;
  const show = (id: string, change: OrderRowChange) => {
    patchOrderRow(client, id, change);
    void markListsChanged(client);
    if (isView && mayRefresh()) void refetch(client, orderKeys.pages());
    void refetch(client, orderKeys.detail(id));
  };
  const handlePlace = useEffectEvent((id: string, device_place: string | null) => {
    patchOrderRow(client, id, { device_place });
    void markListsChanged(client);
    // Many devices move together.
    if (isView && mayRefresh()) refetchLists(client);
  });
  const handleWait = useEffectEvent((id: string, wait: OpenWait | null) => show(id, { wait }));
  const handle = useEffectEvent((signal: OrderSignal) => {
    switch (signal.kind) {
      case 'changed':
        show(signal.order.id, toRowChange(signal.order, nameOf(signal.order.technician_id)));
        break;
      case 'created':
        if (mayRefresh()) void showNews();
        else {
          setNews((now) => new Set(now).add(signal.order.id));
          refetchViewCounts(client);
        }
        break;
      case 'deleted':
        setDeletedIds((now) => new Set(now).add(signal.id));
        void client.invalidateQueries({ queryKey: orderKeys.pages(), refetchType: 'none' });
        refetchViewCounts(client);
        break;
      case 'resumed':
        void refetch(client, orderKeys.all);
        break;
    }
  });
  useEffect(() => watchOrders((signal) => handle(signal)), []);
  useEffect(
    () =>
      watchWaits({
        onChange: (id, wait) => handleWait(id, wait),
        onResumed: () => refetchLists(client),
      }),
    [client],
  );
  useEffect(
    () =>
      watchPlaces({
        onChange: (id, place) => handlePlace(id, place),
        onResumed: () => refetchLists(client),
      }),
    [client],
  );
  useEffect(
    () =>
      watchMessages({
        onChange: (message) => {
          if (message) patchOrderMessage(client, message);
          refetchViewCounts(client);
        },
        onResumed: () => refetchLists(client),
      }),
    [client],
  );
  return { news, deletedIds, showNews };
}
