import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data/data-error.ts';
import { userKeys } from '#src/data/users/keys.ts';

/** Deletes the profile, and with it the login. Fails if it is the last admin's, or if nothing was deleted. */
async function deleteUser(id: string): Promise<void> {
  const client = await supabase();
  unwrap(await client.from('profiles').delete().eq('id', id).select('id').single());
}

export function useDeleteUserMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deleteUser,
    onSettled: () => client.invalidateQueries({ queryKey: userKeys.all }),
  });
}
