import { useQueryClient, useMutation } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { RequestFacts } from '#src/once/open-request.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import type { NewCustomer } from '../people-schemas.ts';
import { customerKeys } from '#src/people/keys.ts';

/** Makes a customer's account at the counter, without mail and password: an invitation gives one. @returns its id. */
async function createCustomer(customer: NewCustomer, { id }: RequestFacts<NewCustomer>): Promise<string> {
  const client = await supabase();
  return unwrap(
    await client.rpc('create_account', {
      p_request_id: id,
      p_email: customer.email,
      p_full_name: customer.fullName,
      p_rut: customer.rut,
      p_phone: customer.phone,
      p_role: 'customer',
    }),
  );
}

export function useCreateCustomerMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'cliente.nuevo',
    mutationFn: createCustomer,
    onSettled: () => client.invalidateQueries({ queryKey: customerKeys.all }),
  });
}

interface RutConfirmation {
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
