import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { sessionKeys } from './keys.ts';

/** Ends all own sessions except the current one. @returns how many. */
async function endOtherSessions() {
  const client = await supabase();
  return unwrap(await client.rpc('end_other_sessions'));
}

export function useEndOtherSessionsMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: endOtherSessions,
    onSuccess: () => client.invalidateQueries({ queryKey: sessionKeys.all }),
  });
}
