import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { profileKeys } from '#src/people/profile/keys.ts';
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
  // The server counts the try before it compares, in a call of its own; the ticket gets the answer. No ticket above the
  // limit.
  const ticket = unwrap(
    await client.rpc('try_claim_orders', { p_order_number: orderNumber, p_phone: phone }),
  ) as string | null;
  if (!ticket) return 'too_many';
  const outcome = unwrap(await client.rpc('claim_orders', { p_ticket: ticket }));
  if (outcome === 'expired') throw new DataError('offline', 'La comprobación venció. Inténtalo de nuevo.');
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
