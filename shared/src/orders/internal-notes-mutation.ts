import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, toDataError } from '#src/data-access/data-error.ts';
import type { RequestFacts } from '#src/once/open-request.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { fetchInternalNotes, type InternalNotes } from './internal-notes-query.ts';
import { orderKeys } from './keys.ts';

/** Somebody else changed the internal notes first. */
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

/** @throws NotesConflictError after a concurrent change, DataError otherwise. */
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
  if (answer.data) return answer.data;
  const error = answer.error && toDataError(answer.error, answer.status);
  if (error && error.code !== 'conflict') throw error;
  const current = await fetchInternalNotes(orderId);
  if (current.internal_notes === text) return current;
  // The stored text was sent by this form before, so its correction overwrites nobody else's change.
  if (current.version > 0 && unanswered.some((sent) => sent.text === current.internal_notes))
    return saveInternalNotes({ orderId, text, version: current.version }, []);
  throw new NotesConflictError(current);
}

/** Saves the internal notes (ORD-11). */
export function useInternalNotesMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'notas.internas',
    mutationFn: (change: InternalNotesChange, { unanswered }: RequestFacts<InternalNotesChange>) =>
      saveInternalNotes(change, unanswered),
    onSuccess: (saved, { orderId }) => {
      client.setQueryData(orderKeys.internalNotes(orderId), saved);
      return client.invalidateQueries({ queryKey: orderKeys.timeline(orderId) });
    },
  });
}
