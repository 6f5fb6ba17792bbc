import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { privacyKeys } from './keys.ts';

async function changeErasure(change: 'request' | 'withdraw') {
  const client = await supabase();
  if (change === 'request') unwrap(await client.rpc('request_erasure'));
  else unwrap(await client.rpc('withdraw_erasure'));
}

/** Requests the erasure of the user's data, or withdraws the request; both are idempotent. */
export function useChangeErasureMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changeErasure,
    onSuccess: () => client.invalidateQueries({ queryKey: privacyKeys.all }),
  });
}
