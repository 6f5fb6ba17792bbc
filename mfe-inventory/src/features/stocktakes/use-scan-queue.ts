import { useEffect, useState, useSyncExternalStore } from 'react';
import { useQueryClient } from '@taller/shared/query';
import { useSession } from '@taller/shared/runtime';
import { stocktakeKeys } from '@taller/shared/stock/keys.ts';
import { ScanQueue, type ScanState } from '@taller/shared/stock/stocktakes/scan-queue.ts';

/** This phone's scans of a stocktake, and what is known of them; the lists follow what the server counted. */
export function useScanQueue(stocktakeId: string): { queue: ScanQueue; state: ScanState } {
  const client = useQueryClient();
  const userId = useSession().user?.id ?? '';
  const [queue] = useState(
    () =>
      new ScanQueue(userId, stocktakeId, () => {
        void client.invalidateQueries({ queryKey: stocktakeKeys.counts(stocktakeId) });
        void client.invalidateQueries({ queryKey: stocktakeKeys.differences(stocktakeId) });
      }),
  );
  useEffect(() => queue.start(), [queue]);
  return { queue, state: useSyncExternalStore(queue.subscribe, queue.read) };
}
