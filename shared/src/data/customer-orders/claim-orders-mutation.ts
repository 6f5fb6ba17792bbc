import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data/data-error.ts';
import { profileKeys } from '#src/data/profile/keys.ts';
import { customerOrderKeys } from './keys.ts';

/** `no_match` whatever the reason: an account without a tie learns nothing. `too_many`: five tries an hour. */
export type ClaimOutcome = 'linked' | 'no_match' | 'too_many';

export interface Claim {
  orderNumber: number;
  /** As typed; the server compares the last nine digits. */
  phone: string;
}

async function claimOrders({ orderNumber, phone }: Claim): Promise<ClaimOutcome> {
  const client = await supabase();
  const outcome = unwrap(await client.rpc('claim_orders', { p_order_number: orderNumber, p_phone: phone }));
  return outcome as ClaimOutcome;
}

/** Proves the own RUT with the number of one of its orders and the phone left on it. */
export function useClaimOrdersMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: claimOrders,
    onSuccess: async (outcome) => {
      if (outcome !== 'linked') return;
      await Promise.all([
        client.invalidateQueries({ queryKey: customerOrderKeys.all }),
        client.invalidateQueries({ queryKey: profileKeys.all }),
      ]);
    },
  });
}
