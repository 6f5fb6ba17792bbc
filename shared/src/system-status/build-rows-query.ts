import { queryOptions } from '@taller/shared/query';
import type { Registry } from '#src/contract/registry.ts';
import { buildRows, type BuildRow } from './build-rows.ts';
import { systemStatusKeys } from './keys.ts';

async function fetchRegistry(signal: AbortSignal): Promise<Registry> {
  const response = await fetch('/remotes.json', { cache: 'no-cache', signal });
  if (!response.ok) throw new Error(`/remotes.json answered ${response.status}`);
  return (await response.json()) as Registry;
}

async function fetchBuildRows(signal: AbortSignal): Promise<BuildRow[]> {
  return buildRows(await fetchRegistry(signal), location.origin);
}

/** Which builds run (SHELL-85). */
export const buildRowsQuery = () =>
  queryOptions({
    queryKey: systemStatusKeys.buildRows,
    queryFn: ({ signal }) => fetchBuildRows(signal),
    gcTime: 0,
  });
