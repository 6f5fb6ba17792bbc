import { type Supabase, supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { Database } from '#src/db/database.types.ts';
import type { OrderView } from '#src/orders/order-filter.ts';

export type OrderRow = Database['public']['Tables']['service_orders']['Row'];

/** Batch size (DATA-03; also the maximum of a hosted project). */
const ORDER_BATCH = 1000;

/**
 * Batches of all orders, newest first, by range until an empty page (DATA-03).
 * @throws DataError if a batch cannot be read.
 */
export async function* allOrderBatches(client: Supabase, signal?: AbortSignal): AsyncGenerator<OrderRow[]> {
  for (let from = 0; ; from += ORDER_BATCH) {
    const page = client
      .from('service_orders')
      .select('*')
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .range(from, from + ORDER_BATCH - 1);
    const rows = unwrap(await (signal ? page.abortSignal(signal) : page));
    if (!rows || rows.length === 0) return;
    yield rows;
  }
}

/** The filter of the desk's list; an export reads all of its pages. */
export interface ExportFilter {
  /** '' for all. */
  search: string;
  /** A search field of the list; the server rejects those that the caller may not search. */
  field: string;
  status: string | null;
  technicianId: string | null;
  /** A view of the list; null for all orders. */
  view: OrderView | null;
  /** The reason that the orders wait for; null for any. */
  waitReason: string | null;
  /** The place of the devices; null for any. */
  place: string | null;
}

const isUnfiltered = ({ search, ...filters }: ExportFilter) =>
  search.trim() === '' &&
  [filters.status, filters.technicianId, filters.view, filters.waitReason, filters.place].every(
    (value) => value === null,
  );

/** Keyset pagination: continues after the last order of the previous batch, until an empty page. */
async function* filteredBatches(
  client: Supabase,
  filter: ExportFilter,
  signal: AbortSignal,
): AsyncGenerator<OrderRow[]> {
  for (let last: OrderRow | undefined; ;) {
    const rows: OrderRow[] = unwrap(
      await client
        .rpc('export_orders', {
          p_search: filter.search,
          p_field: filter.field,
          ...(filter.status && { p_status: filter.status }),
          ...(filter.technicianId && { p_technician: filter.technicianId }),
          ...(filter.view && { p_view: filter.view }),
          ...(filter.waitReason && { p_wait_reason: filter.waitReason }),
          ...(filter.place && { p_place: filter.place }),
          ...(last && { p_before: last.created_at, p_before_id: last.id }),
        })
        .abortSignal(signal),
    );
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1);
  }
}

/**
 * Batches of the list filtered by `filter`, newest first, without duplicates.
 * @throws DataError as soon as one cannot be read.
 */
export async function* exportBatches(filter: ExportFilter, signal: AbortSignal): AsyncGenerator<OrderRow[]> {
  const client = await supabase();
  const batches = isUnfiltered(filter)
    ? allOrderBatches(client, signal)
    : filteredBatches(client, filter, signal);
  const seen = new Set<string>();
  for await (const batch of batches) {
    const fresh = batch.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    yield fresh;
  }
}

/**
 * Number of orders, for the progress of an unfiltered export; null with a filter, where only reading to the end tells.
 */
export async function exportTotal(filter: ExportFilter, signal: AbortSignal): Promise<number | null> {
  if (!isUnfiltered(filter)) return null;
  const client = await supabase();
  const answer = await client
    .from('service_orders')
    .select('id', { count: 'exact', head: true })
    .abortSignal(signal);
  unwrap(answer);
  return answer.count;
}

/** Names of technicians and receptionists by id, also of former ones. */
export async function exportNames(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const client = await supabase();
  const rows = unwrap(await client.from('staff_names').select('id, full_name').abortSignal(signal));
  return new Map((rows ?? []).map((row) => [row.id, row.full_name]));
}
