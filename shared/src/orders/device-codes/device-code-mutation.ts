import { useMutation, useQueryClient } from '@taller/shared/query';
import { orderKeys } from '../keys.ts';
import { openDeviceCode } from './open-device-code.ts';

/** Reveals the device's code for a given reason. A mutation, not a query: each access is logged, and none is cached. */
export function useDeviceCodeMutation(orderId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => openDeviceCode(orderId, reason),
    gcTime: 0,
    // A failed access is on the timeline too, if it was logged.
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.timeline(orderId) }),
  });
}
