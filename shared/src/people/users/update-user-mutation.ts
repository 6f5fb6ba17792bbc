import { useMutation, useQueryClient } from '@taller/shared/query';
import { getSession, refreshCurrentUser, supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { userKeys } from './keys.ts';
import type { Role } from '#src/access/roles.ts';

export interface UserChange {
  id: string;
  fullName: string;
  /** '' for none. */
  phone: string;
  role: Role;
}

/** Saves name, phone and role; e-mail and RUT cannot be changed here (ORD-14). Fails if the account was deleted. */
async function updateUser({ id, fullName, phone, role }: UserChange): Promise<void> {
  const client = await supabase();
  unwrap(
    await client
      .from('profiles')
      .update({ full_name: fullName, phone: phone === '' ? null : phone, role })
      .eq('id', id)
      .select('id')
      .single(),
  );
}

export function useUpdateUserMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: updateUser,
    onSuccess: async (_result, { id }) => {
      if (getSession().user?.id === id) await refreshCurrentUser();
      await client.invalidateQueries({ queryKey: userKeys.all });
    },
  });
}
