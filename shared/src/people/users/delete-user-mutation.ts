import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { userKeys } from './keys.ts';

/** Deletes the profile and its account. Fails for the last admin; succeeds if it is already deleted. */
async function deleteUser(id: string): Promise<void> {
  const client = await supabase();
  const deleted = unwrap(await client.from('profiles').delete().eq('id', id).select('id'));
  if (deleted.length > 0) return;
  if (unwrap(await client.from('profiles').select('id').eq('id', id).maybeSingle()))
    throw new DataError('forbidden', `User ${id} was not deleted`);
}

export function useDeleteUserMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deleteUser,
    onSettled: () => client.invalidateQueries({ queryKey: userKeys.all }),
  });
}
