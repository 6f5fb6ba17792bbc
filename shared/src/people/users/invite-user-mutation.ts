import { useMutation } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';

/** Makes the token of a link with which a person chooses the password of their account. It voids the one before. */
async function inviteUser(id: string): Promise<string> {
  const client = await supabase();
  return unwrap(await client.rpc('invite_account', { p_user_id: id }));
}

export function useInviteUserMutation() {
  return useMutation({ mutationFn: inviteUser });
}
