import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { sessionKeys } from '#src/people/keys.ts';

/** Ends one of the user's sessions; succeeds if it has already ended. */
async function endSession(id: string) {
  const client = await supabase();
  return unwrap(await client.rpc('end_session', { p_session_id: id }));
}

export function useEndSessionMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: endSession,
    onSuccess: () => client.invalidateQueries({ queryKey: sessionKeys.all }),
  });
}

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
