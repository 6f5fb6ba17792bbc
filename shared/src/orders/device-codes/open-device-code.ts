import { supabase } from '@taller/shared/runtime';
import { DataError } from '#src/data-access/data-error.ts';
import { functionFailure } from '#src/data-access/function-failure.ts';
import type { DeviceCode } from './device-code.ts';
import { isPasswordType } from '../equipment.ts';

/**
 * Has the server open the code of an order's device. The look is on the order's timeline before the code is given.
 * @throws DataError `not-found` when there is none, `conflict` when it does not open, `forbidden`, `offline`.
 */
export async function openDeviceCode(
  orderId: string,
  reason: string,
  signal?: AbortSignal,
): Promise<DeviceCode> {
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
