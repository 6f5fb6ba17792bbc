import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { PersonClue } from './person-clue.ts';

async function anonymize({ by, value }: PersonClue) {
  const client = await supabase();
  return unwrap(await client.rpc('anonymize_customer', { p_by: by, p_value: value }));
}

/** Irreversible. Invalidates all cached orders and people. */
export function useAnonymizeMutation() {
  const client = useQueryClient();
  return useMutation({ mutationFn: anonymize, onSuccess: () => client.invalidateQueries() });
}
