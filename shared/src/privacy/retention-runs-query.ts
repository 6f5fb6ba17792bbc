import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { privacyKeys } from './keys.ts';

async function fetchRuns(signal: AbortSignal) {
  const client = await supabase();
  const rows = unwrap(await client.rpc('retention_status').abortSignal(signal));
  return rows as { ran_at: string; removed: Readonly<Record<string, number>> }[];
}

/** The last runs of retention, newest first, with the number of deleted rows by kind (PRIV-08). Admins only. */
export const retentionRunsQuery = () =>
  queryOptions({ queryKey: privacyKeys.runs(), queryFn: ({ signal }) => fetchRuns(signal) });
