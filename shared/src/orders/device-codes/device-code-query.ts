import { queryOptions, useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError } from '#src/data-access/data-error.ts';
import { functionFailure } from '#src/data-access/function-failure.ts';
import type { DeviceCode } from './device-code.ts';
import { isPasswordType } from '../equipment.ts';
import { orderKeys } from '../keys.ts';

/** Why somebody looks when the technical sheet is printed; it stands on the order's timeline. */
export const SHEET_REASON = 'Ficha técnica';

/**
 * Has the server open the code of an order's device. The look is on the order's timeline before the code is given.
 * @throws DataError `not-found` when there is none, `conflict` when it does not open, `forbidden`, `offline`.
 */
async function openDeviceCode(orderId: string, reason: string, signal?: AbortSignal): Promise<DeviceCode> {
  const client = await supabase();
  const answer = await client.functions.invoke<{ type: string; code: string }>('open-device-code', {
    body: { orderId, reason },
    signal,
  });
  const error = answer.error as Error | null;
  if (error) throw functionFailure(error);
  const { data } = answer;
  if (!data || !isPasswordType(data.type))
    throw new DataError('server', 'open-device-code answered something else');
  return { type: data.type, code: data.code };
}

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

/** The device's code for the technical sheet. Every reading is written to the order's timeline, so it is read once. */
export const printedCodeQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['orders', 'printed-code', orderId],
    queryFn: ({ signal }) => openDeviceCode(orderId, SHEET_REASON, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
