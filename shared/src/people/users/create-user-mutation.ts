import { useQueryClient } from '@taller/shared/query';
import { detachedSupabase, supabase } from '@taller/shared/runtime';
import { DataError, toDataError, unwrap } from '#src/data-access/data-error.ts';
import type { RequestFacts } from '#src/once/open-request.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { userKeys } from './keys.ts';
import type { NewUser } from '../people-schemas.ts';

async function signUp(
  { email, password, fullName, rut, phone }: NewUser,
  requestId: string,
): Promise<string> {
  const client = await detachedSupabase();
  const { data, error } = await client.auth.signUp({
    email,
    password,
    // The idempotency key, by which the server recognises a sign-up whose response was lost.
    options: { data: { full_name: fullName, rut, phone, request_id: requestId } },
  });
  if (error) {
    if (error.name === 'AuthRetryableFetchError' || (error.status ?? 500) >= 500)
      throw toDataError({ name: error.name, message: error.message }, error.status ?? 0);
    const taken = error.code === 'user_already_exists' || error.code === 'email_exists';
    throw new DataError(taken ? 'conflict' : 'invalid', error.message, error.code);
  }
  if (!data.user) throw new DataError('server', 'The sign-up gave no user');
  return data.user.id;
}

/**
 * Creates a staff account: a second client signs the user up, so that the acting admin stays signed in, then the server
 * sets the role. That second step fails if the e-mail already has an account (a hosted project responds to such a
 * sign-up with a fake id). A retry first checks the outcome of the earlier attempt.
 */
async function createUser(user: NewUser, { id, isRepeated }: RequestFacts<NewUser>): Promise<void> {
  const client = await supabase();
  const staff = {
    p_request_id: id,
    p_full_name: user.fullName,
    p_rut: user.rut,
    p_phone: user.phone,
    p_role: user.role,
  };
  if (isRepeated) {
    // The password is compared with an account's, so it is counted as a guess first.
    const ticket = unwrap(
      await client.rpc('try_resume_staff', { p_request_id: id, p_password: user.password }),
    ) as string | null;
    const earlier = { ...staff, p_email: user.email, ...(ticket && { p_ticket: ticket }) };
    if (unwrap(await client.rpc('admin_resume_staff', earlier))) return;
  }
  const userId = await signUp(user, id);
  unwrap(await client.rpc('admin_set_staff', { ...staff, p_user_id: userId }));
}

export function useCreateUserMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'usuario.nuevo',
    mutationFn: createUser,
    onSettled: () => client.invalidateQueries({ queryKey: userKeys.all }),
  });
}
