import { useEffect, useEffectEvent, useRef } from 'react';
import { useQueryClient } from '@taller/shared/query';
import { refetch } from '#src/query/refetch.ts';
import { orderKeys } from '#src/orders/keys.ts';
import { watchWaits } from '#src/orders/waits/watch-waits.ts';
import { watchOrders } from '#src/orders/watch-orders.ts';

/** Changes within this time are read at once: an import changes hundreds of orders a second. In ms. */
const BURST_MS = 200;

/**
 * Hook: reads queue and board again when somebody changes an order or what it waits for.
 * @param isPaused while an order is dragged nothing moves; what was missed is read afterwards.
 */
export function useLiveWork(isPaused = false): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isMissed = useRef(false);
  const read = useEffectEvent(() => {
    timer.current = undefined;
    isMissed.current = isPaused;
    if (!isPaused) void refetch(client, orderKeys.work());
  });
  const handle = useEffectEvent(() => {
    timer.current ??= setTimeout(() => read(), BURST_MS);
  });
  useEffect(() => {
    const stops = [
      watchOrders(() => handle()),
      watchWaits({ onChange: () => handle(), onResumed: () => handle() }),
    ];
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      for (const stop of stops) stop();
    };
  }, []);
  useEffect(() => {
    if (!isPaused && isMissed.current) handle();
  }, [isPaused]);
}
