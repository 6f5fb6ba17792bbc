import { useQueryClient, useMutation } from '@taller/shared/query';
import { supabase, getSession, refreshCurrentUser } from '@taller/shared/runtime';
import { unwrap, DataError } from '#src/data-access/data-error.ts';
import type { RequestFacts } from '#src/once/open-request.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { userKeys } from '#src/people/keys.ts';
import type { NewUser } from '../people-schemas.ts';
import type { Role } from '#src/access/roles.ts';

/** Creates a staff account. No mail is sent, and the acting admin stays signed in. */
async function createUser(user: NewUser, { id }: RequestFacts<NewUser>): Promise<void> {
  const client = await supabase();
  unwrap(
    await client.rpc('create_account', {
      p_request_id: id,
      p_email: user.email,
      p_password: user.password,
      p_full_name: user.fullName,
      p_rut: user.rut,
      p_phone: user.phone,
      p_role: user.role,
    }),
  );
}

export function useCreateUserMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'usuario.nuevo',
    mutationFn: createUser,
    onSettled: () => client.invalidateQueries({ queryKey: userKeys.all }),
  });
}

/** Makes the token of a link with which a person chooses the password of their account. It voids the one before. */
async function inviteUser(id: string): Promise<string> {
  const client = await supabase();
  return unwrap(await client.rpc('invite_account', { p_user_id: id }));
}

export function useInviteUserMutation() {
  return useMutation({ mutationFn: inviteUser });
}

interface UserChange {
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
