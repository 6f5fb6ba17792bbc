import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { InventoryRequest } from './inventory-queries.ts';

/** Batch size of the server. */
const EXPORT_BATCH = 1000;

async function fetchBatch(request: ExportRequest, after: number) {
  const client = await supabase();
  return (
    unwrap(
      await client.rpc('export_inventory', {
        p_search: request.search,
        p_type: request.typeId ?? undefined,
        p_low: request.low,
        p_after: after,
      }),
    ) ?? []
  );
}

export type ExportRequest = Pick<InventoryRequest, 'search' | 'typeId' | 'low'>;
export type ExportedItem = Awaited<ReturnType<typeof fetchBatch>>[number];

/** All items that match the list's search and filters, by item number. @throws DataError */
export async function fetchAllInventory(request: ExportRequest): Promise<ExportedItem[]> {
  const items: ExportedItem[] = [];
  for (;;) {
    const batch = await fetchBatch(request, items.at(-1)?.item_number ?? 0);
    items.push(...batch);
    if (batch.length < EXPORT_BATCH) return items;
  }
}
