import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError } from '#src/data-access/data-error.ts';
import { functionFailure } from '#src/data-access/function-failure.ts';
import { systemStatusKeys } from './keys.ts';
import type { SystemStatus } from './system-status.ts';

/** Polling interval of the page, in ms. */
export const STATUS_EVERY_MS = 30_000;

async function fetchStatus(signal: AbortSignal): Promise<SystemStatus> {
  const client = await supabase();
  const answer = await client.functions.invoke<SystemStatus>('system-status', { signal });
  const error = answer.error as Error | null;
  if (error) throw functionFailure(error);
  if (!Array.isArray(answer.data?.parts))
    throw new DataError('server', 'system-status answered something else');
  return answer.data;
}

/** The health of the installation, for admins; polled while the page is visible. */
export const statusQuery = () =>
  queryOptions({
    queryKey: systemStatusKeys.all,
    queryFn: ({ signal }) => fetchStatus(signal),
    refetchInterval: STATUS_EVERY_MS,
    gcTime: 0,
  });
