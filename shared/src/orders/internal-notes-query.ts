import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from './keys.ts';

/** The internal notes of an order; version 0 if there are none yet. */
export interface InternalNotes {
  internal_notes: string;
  version: number;
}

export async function fetchInternalNotes(orderId: string, signal?: AbortSignal): Promise<InternalNotes> {
  const client = await supabase();
  const query = client
    .from('service_order_internal')
    .select('internal_notes, version')
    .eq('order_id', orderId);
  const row = unwrap(await (signal ? query.abortSignal(signal) : query).maybeSingle());
  return row ?? { internal_notes: '', version: 0 };
}

export const internalNotesQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.internalNotes(orderId),
    queryFn: ({ signal }) => fetchInternalNotes(orderId, signal),
    staleTime: 10_000,
  });
