import { keepPreviousData, queryOptions, infiniteQueryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { inventoryKeys } from '#src/stock/keys.ts';
import { withPresentNames } from '#src/data-access/present-names.ts';

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
type InventorySort = (typeof INVENTORY_SORTS)[number];

export interface InventoryRequest {
  search: string;
  typeId: string | null;
  sort: InventorySort;
  descending: boolean;
  /** From 1. */
  page: number;
  /** Whether only items below their minimum are listed. */
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

/** Page size of the history. */
const HISTORY_BATCH = 50;

async function fetchItemHistory(itemId: string, before: number | null, signal: AbortSignal) {
  const client = await supabase();
  let request = client
    .from('inventory_movements')
    .select(
      'id, kind, delta, quantity_after, order_id, order_number, actor_id, actor_name, created_at, import_name',
    )
    .eq('item_id', itemId)
    .order('id', { ascending: false })
    .limit(HISTORY_BATCH);
  if (before !== null) request = request.lt('id', before);
  const rows = unwrap(await request.abortSignal(signal)) ?? [];
  return withPresentNames(rows, 'actor_id', 'actor_name', signal);
}

/** Every change of an item's stock, newest first, loaded incrementally. */
export function itemHistoryQuery(itemId: string) {
  return infiniteQueryOptions({
    queryKey: inventoryKeys.history(itemId),
    queryFn: ({ pageParam, signal }) => fetchItemHistory(itemId, pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.length < HISTORY_BATCH ? undefined : last.at(-1)?.id),
  });
}

export type ItemMovement = Awaited<ReturnType<typeof fetchItemHistory>>[number];

/** An item in a list of suggestions. */
export interface ItemChoice {
  id: string;
  item_number: number;
  brand: string;
  model: string;
  quantity: number;
  component_type_name: string;
  supplier_name: string;
  /** The part of the quantity that is held for orders. */
  reserved: number;
}

/** The items that match a text best, at most eight; ties go to the supplier's own. */
export function suggestItemsQuery(text: string, supplier: string) {
  return queryOptions({
    queryKey: inventoryKeys.suggestions(text, supplier),
    queryFn: async ({ signal }): Promise<ItemChoice[]> => {
      const client = await supabase();
      const answer = await client
        .rpc('suggest_items', { p_text: text, p_supplier: supplier })
        .abortSignal(signal);
      return unwrap(answer) ?? [];
    },
  });
}

/** The two lists that products refer to. */
export type Catalog = 'component_types' | 'suppliers';

/** Id and name of every type or supplier, sorted by name. */
export function catalogQuery(catalog: Catalog) {
  return queryOptions({
    queryKey: inventoryKeys.catalog(catalog),
    queryFn: async ({ signal }) => {
      const client = await supabase();
      return unwrap(await client.from(catalog).select('id, name').order('name').abortSignal(signal)) ?? [];
    },
    staleTime: 5 * 60_000,
  });
}
