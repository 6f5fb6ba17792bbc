import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import type { Registry } from '#src/contract/registry.ts';
import { unwrap } from '#src/data-access/data-error.ts';
import { buildRows, type BuildRow } from './build-rows.ts';
import { systemStatusKeys } from './keys.ts';

async function fetchRegistry(signal: AbortSignal): Promise<Registry> {
  const response = await fetch('/remotes.json', { cache: 'no-cache', signal });
  if (!response.ok) throw new Error(`/remotes.json answered ${response.status}`);
  return (await response.json()) as Registry;
}

async function fetchBuildRows(signal: AbortSignal): Promise<BuildRow[]> {
  const client = await supabase();
  const [registry, visits] = await Promise.all([
    fetchRegistry(signal),
    client.rpc('list_build_visits').abortSignal(signal),
  ]);
  return buildRows(registry, unwrap(visits), location.origin);
}

/** Which builds run, and how they did in visitors' browsers within seven days (SHELL-85). Admins only. */
export const buildRowsQuery = () =>
  queryOptions({
    queryKey: systemStatusKeys.buildRows,
    queryFn: ({ signal }) => fetchBuildRows(signal),
    gcTime: 0,
  });
