import { z } from '#src/values/zod.ts';
import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { PersonClue } from './person-clue.ts';

const answerSchema = z.object({ outcome: z.enum(['done', 'nothing', 'changed']) });

/** @param seen of the preview that was confirmed: if it is another one by now, nothing is done. */
async function anonymize({ by, value, seen }: PersonClue & { seen: string }) {
  const client = await supabase();
  const answer = unwrap(await client.rpc('anonymize_customer', { p_by: by, p_value: value, p_seen: seen }));
  return answerSchema.parse(answer).outcome;
}

/** Irreversible. Invalidates all cached orders and people. */
export function useAnonymizeMutation() {
  const client = useQueryClient();
  return useMutation({ mutationFn: anonymize, onSuccess: () => client.invalidateQueries() });
}
