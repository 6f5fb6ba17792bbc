import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { profileKeys } from '#src/people/keys.ts';
import { customerOrderKeys } from '#src/orders/keys.ts';

/**
 * `no_match` for every reason, so that an account without a verified RUT learns nothing. `too_many`: five attempts an
 * hour.
 */
export type ClaimOutcome = 'linked' | 'no_match' | 'too_many';

export interface Claim {
  orderNumber: number;
  /** The phone as entered; the server compares the last nine digits. */
  phone: string;
}

async function claimOrders({ orderNumber, phone }: Claim): Promise<ClaimOutcome> {
  const client = await supabase();
  // The server counts the attempt in a separate call before it compares; the ticket redeems the answer. There is no
  // ticket above the rate limit.
  const ticket = unwrap(
    await client.rpc('try_claim_orders', { p_order_number: orderNumber, p_phone: phone }),
  ) as string | null;
  if (!ticket) return 'too_many';
  const outcome = unwrap(await client.rpc('claim_orders', { p_ticket: ticket }));
  if (outcome === 'expired') throw new DataError('offline', 'La comprobación venció. Inténtalo de nuevo.');
  return outcome as ClaimOutcome;
}

/** Verifies the user's own RUT with the number of one of its orders and the phone on it. */
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
