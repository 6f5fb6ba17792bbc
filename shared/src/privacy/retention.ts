import { queryOptions, useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { TermKey } from './privacy-terms.ts';
import { privacyKeys } from './keys.ts';
import { fetchTerms } from './fetch-terms.ts';

export const termsQuery = () => queryOptions({ queryKey: privacyKeys.terms(), queryFn: fetchTerms });

async function fetchRuns(signal: AbortSignal) {
  const client = await supabase();
  const rows = unwrap(await client.rpc('retention_status').abortSignal(signal));
  return rows.map((row) => ({ ranAt: row.ran_at, removed: row.removed as Readonly<Record<string, number>> }));
}

/** The last runs of retention, newest first, with the rows that each took away by kind (PRIV-08). Admins only. */
export const retentionRunsQuery = () =>
  queryOptions({ queryKey: privacyKeys.runs(), queryFn: ({ signal }) => fetchRuns(signal) });

async function saveTerms(terms: Readonly<Record<TermKey, number>>) {
  const client = await supabase();
  const rows = Object.entries(terms).map(([key, value]) => ({ key, value: String(value) }));
  unwrap(await client.from('shop_settings').upsert(rows));
}

/** Admins only; the server refuses what is below its least. */
export function useSaveTermsMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: saveTerms,
    onSuccess: () => client.invalidateQueries({ queryKey: privacyKeys.all }),
  });
}
