import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data/data-error.ts';
import { isPasswordType, type PasswordType } from '#src/domain/equipment.ts';

export interface DeviceCode {
  type: PasswordType;
  code: string;
}

async function fetchPrintedCode(orderId: string, signal: AbortSignal): Promise<DeviceCode | null> {
  const client = await supabase();
  const rows = unwrap(await client.rpc('order_device_code', { p_order_id: orderId }).abortSignal(signal));
  const found = rows?.[0];
  return found && isPasswordType(found.password_type)
    ? { type: found.password_type, code: found.code }
    : null;
}

/** The device's code for the technical sheet; null if none is kept. Every reading is written to the order's timeline, so it is read once. */
export const printedCodeQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['orders', 'printed-code', orderId],
    queryFn: ({ signal }) => fetchPrintedCode(orderId, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
