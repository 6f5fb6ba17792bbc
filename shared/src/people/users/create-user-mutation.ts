import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { RequestFacts } from '#src/once/open-request.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { userKeys } from './keys.ts';
import type { NewUser } from '../people-schemas.ts';

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
