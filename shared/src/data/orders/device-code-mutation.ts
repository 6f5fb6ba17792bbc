import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data/data-error.ts';
import type { PasswordType } from '#src/domain/equipment.ts';
import { orderKeys } from './keys.ts';

export interface DeviceCode {
  type: PasswordType;
  code: string;
}

async function fetchDeviceCode(orderId: string): Promise<DeviceCode> {
  const client = await supabase();
  const [row] = unwrap(await client.rpc('order_device_code', { p_order_id: orderId }));
  if (!row) throw new DataError('not-found', `No device code for order ${orderId}`);
  return { type: row.password_type as PasswordType, code: row.code };
}

/** Shows the device's PIN, pattern or password. A mutation and not a query: each look is logged, and none is cached. */
export function useDeviceCodeMutation(orderId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => fetchDeviceCode(orderId),
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: orderKeys.timeline(orderId) }),
  });
}
