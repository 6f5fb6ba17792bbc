import { useMutation, useQueryClient } from '@taller/shared/query';
import { refreshCurrentUser, supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { Profile } from '../people-schemas.ts';
import { profileKeys } from '#src/people/keys.ts';

/** Saves the editable fields of the user's profile. RUT and e-mail are not sent; the server rejects both (CUST-03). */
async function updateOwnProfile(userId: string, { fullName, phone, address }: Profile) {
  const client = await supabase();
  return unwrap(
    await client
      .from('profiles')
      .update({ full_name: fullName, phone, address: address || null })
      .eq('id', userId)
      .select('id')
      .single(),
  );
}

/** Updates the header and the stored user at once. */
export function useUpdateOwnProfileMutation(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (profile: Profile) => updateOwnProfile(userId, profile),
    onSuccess: () =>
      Promise.all([client.invalidateQueries({ queryKey: profileKeys.all }), refreshCurrentUser()]),
  });
}
