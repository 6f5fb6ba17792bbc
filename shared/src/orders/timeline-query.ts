import { z } from '#src/values/zod.ts';
import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { withPresentNames } from '#src/data-access/present-names.ts';
import { orderKeys } from './keys.ts';

const kindSchema = z.enum([
  'created',
  'imported',
  'status',
  'edited',
  'deleted',
  'code_viewed',
  'code_added',
  'code_replaced',
  'code_removed',
  'code_erased',
  'decision',
  'message',
  'anonymized',
  'wait_started',
  'wait_changed',
  'wait_ended',
  'promised',
  'photo_added',
  'photos_sent',
  'photo_removed',
  'moved',
  'device_checked',
  'signed',
]);
const KINDS: readonly string[] = kindSchema.options;

const eventSchema = z.object({
  id: z.number(),
  created_at: z.string(),
  actor_id: z.nullable(z.string()),
  /** Null for the customer through a link and for the system. */
  actor_name: z.nullable(z.string()),
  actor_role: z.nullable(z.string()),
  kind: kindSchema,
  /** The order's version after it. */
  version: z.nullable(z.number()),
  /** Column → [before, after]. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
});
/** A page that is older than the server leaves out kinds of entries that it does not know. */
const readEvents = (rows: readonly { kind: string }[]) =>
  z.array(eventSchema).parse(rows.filter(({ kind }) => KINDS.includes(kind)));

/** One entry of an order's timeline, written by the server (ORD-17). */
export type OrderEvent = z.infer<typeof eventSchema>;
export type OrderEventKind = OrderEvent['kind'];

const COLUMNS = 'id, created_at, actor_id, actor_name, actor_role, kind, version, changes';
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
  return withPresentNames(readEvents(rows), 'actor_id', 'actor_name', signal);
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
  return withPresentNames(readEvents(rows), 'actor_id', 'actor_name', signal);
}

/** Changes by others since `version`, oldest first, shown after a conflict (DATA-04). */
export const changesSinceQuery = (orderId: string, version: number) =>
  queryOptions({
    queryKey: orderKeys.changesSince(orderId, version),
    queryFn: ({ signal }) => fetchChangesSince(orderId, version, signal),
    staleTime: 0,
  });
