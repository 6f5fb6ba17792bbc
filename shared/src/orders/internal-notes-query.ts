import { queryOptions, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, toDataError, unwrap } from '#src/data-access/data-error.ts';
import type { RequestFacts } from '#src/once/open-request.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { orderKeys } from './keys.ts';

/** The shop's own notes on an order; version 0 when there are none yet. */
export interface InternalNotes {
  text: string;
  version: number;
}

async function fetchInternalNotes(orderId: string, signal?: AbortSignal): Promise<InternalNotes> {
  const client = await supabase();
  const query = client
    .from('service_order_internal')
    .select('internal_notes, version')
    .eq('order_id', orderId);
  const row = unwrap(await (signal ? query.abortSignal(signal) : query).maybeSingle());
  return { text: row?.internal_notes ?? '', version: row?.version ?? 0 };
}

export const internalNotesQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.internalNotes(orderId),
    queryFn: ({ signal }) => fetchInternalNotes(orderId, signal),
    staleTime: 10_000,
  });

/** Somebody else wrote internal notes first. */
export class NotesConflictError extends DataError {
  readonly current: InternalNotes;

  constructor(current: InternalNotes) {
    super('conflict', 'The internal notes changed');
    this.current = current;
  }
}

export interface InternalNotesChange {
  orderId: string;
  text: string;
  /** The version that was read. */
  version: number;
}

/** @throws NotesConflictError when somebody was faster, DataError otherwise. */
async function saveInternalNotes(
  { orderId, text, version }: InternalNotesChange,
  unanswered: readonly InternalNotesChange[],
): Promise<InternalNotes> {
  const client = await supabase();
  const table = client.from('service_order_internal');
  const columns = 'internal_notes, version';
  const answer =
    version === 0
      ? await table.insert({ order_id: orderId, internal_notes: text }).select(columns).maybeSingle()
      : await table
          .update({ internal_notes: text })
          .eq('order_id', orderId)
          .eq('version', version)
          .select(columns)
          .maybeSingle();
  if (answer.data) return { text: answer.data.internal_notes, version: answer.data.version };
  const error = answer.error && toDataError(answer.error, answer.status);
  if (error && error.code !== 'conflict') throw error;
  const current = await fetchInternalNotes(orderId);
  if (current.text === text) return current;
  // What stands there is what this form sent before: its correction overwrites no other change.
  if (current.version > 0 && unanswered.some((sent) => sent.text === current.text))
    return saveInternalNotes({ orderId, text, version: current.version }, []);
  throw new NotesConflictError(current);
}

/** Saves the shop's own notes (ORD-11). */
export function useInternalNotesMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'notas.internas',
    mutationFn: (change: InternalNotesChange, { unanswered }: RequestFacts<InternalNotesChange>) =>
      saveInternalNotes(change, unanswered),
    onSuccess: (saved, { orderId }) => client.setQueryData(orderKeys.internalNotes(orderId), saved),
  });
}
