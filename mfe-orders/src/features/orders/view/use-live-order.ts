import { useEffect } from 'react';
import { orderKeys } from '@taller/shared/orders/keys.ts';
import { watchOrders } from '@taller/shared/orders/watch-orders.ts';
import { readAgain } from '@taller/shared/query/read-again.ts';
import { useQueryClient } from '@taller/shared/query';

/** Reloads an order when a colleague, or the customer, changed it. */
export function useLiveOrder(id: string): void {
  const client = useQueryClient();
  useEffect(
    () =>
      watchOrders((signal) => {
        const touches =
          signal.kind === 'resumed' ||
          (signal.kind === 'deleted' ? signal.id === id : signal.order.id === id);
        if (touches) void readAgain(client, orderKeys.detail(id));
      }),
    [client, id],
  );
}
