import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { customerKeys } from './keys.ts';

export interface RutConfirmation {
  profileId: string;
  /** Normalised, as read from the identity card. */
  rut: string;
}

/** @throws DataError `conflict` if another account has verified the RUT; its message is in Spanish. */
async function confirmRut({ profileId, rut }: RutConfirmation) {
  const client = await supabase();
  return unwrap(await client.rpc('confirm_customer_rut', { p_profile_id: profileId, p_rut: rut }));
}

/**
 * Verification at the counter: an admin or receptionist has seen the identity card. From then on the account sees the
 * orders of that RUT.
 */
export function useConfirmRutMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: confirmRut,
    onSuccess: () => client.invalidateQueries({ queryKey: customerKeys.all }),
  });
}
