import { useEffect, useState } from 'react';
import { orderMessagesQuery } from '@taller/shared/messages/order-messages-query.ts';
import { internalNotesQuery } from '@taller/shared/orders/internal-notes-query.ts';
import { orderQuery } from '@taller/shared/orders/order-query.ts';
import { timelineQuery } from '@taller/shared/orders/timeline-query.ts';
import { orderPartsQuery } from '@taller/shared/stock/inventory/order-parts-query.ts';
import { useQueryClient } from '@taller/shared/query';

/**
 * The last of the wanted orders of which everything was read, or could not be read: until then the one before stays, so
 * that nothing flashes. Null at first. Only what is wanted is read, no neighbours: every read is a logged look.
 */
export function useReadOrder(id: string): string | null {
  const client = useQueryClient();
  const [read, setRead] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    const readAll = async () => {
      await Promise.all([
        client.prefetchQuery(orderQuery(id)),
        client.prefetchQuery(timelineQuery(id)),
        client.prefetchQuery(internalNotesQuery(id)),
        client.prefetchQuery(orderPartsQuery(id)),
        client.prefetchQuery(orderMessagesQuery(id)),
      ]);
      if (isWanted) setRead(id);
    };
    void readAll();
    return () => {
      isWanted = false;
    };
  }, [client, id]);
  return read;
}
