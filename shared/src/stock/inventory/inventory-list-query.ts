import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { inventoryKeys } from './keys.ts';

/** Page size (INV-01). */
export const INVENTORY_PAGE_SIZE = 25;

/** The server stops counting at one more: shown as 'más de 1.000'. */
const COUNT_LIMIT = 1000;

export const INVENTORY_SORTS = [
  'brand',
  'model',
  'quantity',
  'cost_price',
  'component_type',
  'supplier',
  'created_at',
] as const;
export type InventorySort = (typeof INVENTORY_SORTS)[number];

export interface InventoryRequest {
  search: string;
  typeId: string | null;
  sort: InventorySort;
  descending: boolean;
  /** From 1. */
  page: number;
  /** Only items below their minimum. */
  low: boolean;
}

async function fetchInventory(request: InventoryRequest, signal: AbortSignal) {
  const client = await supabase();
  const rows =
    unwrap(
      await client
        .rpc('list_inventory', {
          p_search: request.search,
          p_type: request.typeId ?? undefined,
          p_sort: request.sort,
          p_descending: request.descending,
          p_page: request.page,
          p_low: request.low,
        })
        .abortSignal(signal),
    ) ?? [];
  const total = rows[0]?.total ?? 0;
  // Without a search or the filter, the count is exact.
  const isMore = total > COUNT_LIMIT && (request.search.trim() !== '' || request.low);
  return { rows, total: isMore ? COUNT_LIMIT : total, isMore };
}

/** One page of the inventory. `isMore`: there are more than `total`. */
export function inventoryListQuery(request: InventoryRequest) {
  return queryOptions({
    queryKey: inventoryKeys.list(request),
    queryFn: ({ signal }) => fetchInventory(request, signal),
    placeholderData: keepPreviousData,
  });
}

/** A product in the list. */
export type InventoryRow = Awaited<ReturnType<typeof fetchInventory>>['rows'][number];
