import { supabase } from '@taller/shared/runtime';
import { DataError } from '#src/data-access/data-error.ts';
import { functionFailure } from '#src/data-access/function-failure.ts';
import type { DeviceCode } from './device-code.ts';
import { isPasswordType } from '../equipment.ts';

/**
 * Requests an order's device code from the server. The access is on the order's timeline before the code is returned.
 * @throws DataError `not-found` if there is none, `conflict` if it cannot be decrypted, `forbidden`, `offline`.
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
