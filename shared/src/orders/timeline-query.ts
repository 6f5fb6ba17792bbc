import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from './keys.ts';

export type OrderEventKind =
  | 'created'
  | 'imported'
  | 'status'
  | 'edited'
  | 'deleted'
  | 'code_viewed'
  | 'code_added'
  | 'code_replaced'
  | 'code_removed'
  | 'code_erased'
  | 'decision'
  | 'message'
  | 'anonymized';

/** One entry of an order's timeline, written by the server (ORD-17). */
export interface OrderEvent {
  id: number;
  created_at: string;
  /** Null for a customer with the link, and for the system. */
  actor_name: string | null;
  actor_role: string | null;
  kind: OrderEventKind;
  /** The order's version after it. */
  version: number | null;
  /** Column → [before, after]. */
  changes: Readonly<Record<string, readonly [unknown, unknown]>>;
}

const COLUMNS = 'id, created_at, actor_name, actor_role, kind, version, changes';
/** Maximum number of entries in the view. */
export const TIMELINE_LIMIT = 200;

async function fetchTimeline(orderId: string, signal: AbortSignal): Promise<OrderEvent[]> {
  const client = await supabase();
  const rows = unwrap(
    await client
      .from('order_events')
      .select(COLUMNS)
      .eq('order_id', orderId)
      .order('id', { ascending: false })
      .limit(TIMELINE_LIMIT)
      .abortSignal(signal),
  );
  return rows as unknown as OrderEvent[];
}

/** The history of an order, newest first. */
export const timelineQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.timeline(orderId),
    queryFn: ({ signal }) => fetchTimeline(orderId, signal),
    staleTime: 10_000,
  });

async function fetchChangesSince(
  orderId: string,
  version: number,
  signal: AbortSignal,
): Promise<OrderEvent[]> {
  const client = await supabase();
  const rows = unwrap(
    await client
      .from('order_events')
      .select(COLUMNS)
      .eq('order_id', orderId)
      .gt('version', version)
      .order('id')
      .abortSignal(signal),
  );
  return rows as unknown as OrderEvent[];
}

/** Changes by others since `version`, oldest first, shown after a conflict (DATA-04). */
export const changesSinceQuery = (orderId: string, version: number) =>
  queryOptions({
    queryKey: orderKeys.changesSince(orderId, version),
    queryFn: ({ signal }) => fetchChangesSince(orderId, version, signal),
    staleTime: 0,
  });
