import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { usualDeviceKeys } from './keys.ts';

/** A brand of a kind of device and its models, those that came in most often first. */
export interface UsualBrand {
  readonly equipment_type: string;
  readonly brand: string;
  readonly models: readonly string[];
}

async function fetchUsualDevices(signal: AbortSignal): Promise<UsualBrand[]> {
  const client = await supabase();
  return unwrap(await client.rpc('usual_devices').abortSignal(signal)) ?? [];
}

/** Brands and models of the shop's newest orders, the most frequent first. Staff only (CFG-63). */
export const usualDevicesQuery = () =>
  queryOptions({
    queryKey: usualDeviceKeys.all,
    queryFn: ({ signal }) => fetchUsualDevices(signal),
    staleTime: 60 * 60_000,
  });
