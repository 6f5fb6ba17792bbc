import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from './keys.ts';

interface PhoneCorrection {
  /** The order that has the right phone. */
  orderId: string;
  /** The one that was wrong. */
  phone: string;
}

async function correctPhone({ orderId, phone }: PhoneCorrection): Promise<number> {
  const client = await supabase();
  return unwrap(await client.rpc('correct_phone', { p_order_id: orderId, p_phone: phone }));
}

/** Corrects a phone in the other orders of its customer, all or none (ORD-125). Sent twice it happens once. */
export function useCorrectPhoneMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: correctPhone,
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.all }),
  });
}
