import { useMutation, useQueryClient } from '@taller/shared/query';
import { detachedSupabase, supabase } from '@taller/shared/runtime';
import { DataError, dataErrorCode, unwrap } from '#src/data/data-error.ts';
import { userKeys } from '#src/data/users/keys.ts';
import type { NewUser } from '#src/domain/schemas/people.ts';

/**
 * Accounts that were signed up and not made staff yet, because the connection went in between: the same form sent again finishes them
 * instead of failing on an e-mail that is taken.
 */
const unfinished = new Map<string, string>();

async function signUp({ email, password, fullName, rut, phone }: NewUser): Promise<string> {
  const client = await detachedSupabase();
  const { data, error } = await client.auth.signUp({
    email,
    password,
    options: { data: { full_name: fullName, rut, phone } },
  });
  if (error) {
    const offline = error.name === 'AuthRetryableFetchError';
    const taken = error.code === 'user_already_exists' || error.code === 'email_exists';
    throw new DataError(offline ? 'offline' : taken ? 'conflict' : 'invalid', error.message, error.code);
  }
  if (!data.user) throw new DataError('server', 'The sign-up gave no user');
  return data.user.id;
}

/**
 * Creates a member of staff: a second client signs the person up, so that the acting admin stays signed in, then the server gives the
 * role. That second step fails on an e-mail that is already an account's (a hosted project answers such a sign-up with a made-up id).
 */
async function createUser(user: NewUser): Promise<void> {
  const key = user.email.toLowerCase();
  const id = unfinished.get(key) ?? (await signUp(user));
  unfinished.set(key, id);
  const client = await supabase();
  try {
    unwrap(
      await client.rpc('admin_set_staff', {
        p_user_id: id,
        p_full_name: user.fullName,
        p_rut: user.rut,
        p_phone: user.phone,
        p_role: user.role,
      }),
    );
  } catch (error) {
    // Refused for good, rather than not answered: the next attempt begins anew.
    if (dataErrorCode(error) !== 'offline') unfinished.delete(key);
    throw error;
  }
  unfinished.delete(key);
}

export function useCreateUserMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: createUser,
    onSuccess: () => client.invalidateQueries({ queryKey: userKeys.all }),
  });
}
