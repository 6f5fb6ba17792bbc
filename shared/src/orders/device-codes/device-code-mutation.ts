import { useMutation, useQueryClient } from '@taller/shared/query';
import { orderKeys } from '../keys.ts';
import { openDeviceCode } from './open-device-code.ts';

/** Shows the device's code for a reason. A mutation and not a query: each look is logged, and none is cached. */
export function useDeviceCodeMutation(orderId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => openDeviceCode(orderId, reason),
    gcTime: 0,
    // A look that failed after it was written down stands there too.
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.timeline(orderId) }),
  });
}
