import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { functionFailure } from '#src/data-access/function-failure.ts';
import { systemStatusKeys } from './keys.ts';
import type { SiteAnswer, SiteBuilds, SiteChange, SiteChanged } from './site-control.ts';
import type { Registry } from '#src/contract/registry.ts';
import { buildRows, type BuildRow } from './build-rows.ts';

async function fetchSiteBuilds(signal: AbortSignal): Promise<SiteBuilds | null> {
  const client = await supabase();
  const answer = await client.functions.invoke<SiteAnswer>('site-builds', {
    body: {},
    signal,
  });
  const error = answer.error as Error | null;
  if (error) {
    const failure = functionFailure(error);
    // A host without this function keeps no site.
    if (failure.code === 'not-found') return null;
    throw failure;
  }
  if (answer.data?.site === undefined) throw new DataError('server', 'site-builds answered something else');
  return answer.data.site;
}

/** The publications of the server's own site; null where commands change them. Admins only. */
export const siteBuildsQuery = () =>
  queryOptions({
    queryKey: systemStatusKeys.siteBuilds,
    queryFn: ({ signal }) => fetchSiteBuilds(signal),
    gcTime: 0,
  });

/** A change of the site's publications that an admin asked for on the page (list_site_changes). */
export interface AskedChange {
  id: number;
  /** ISO 8601. */
  asked_at: string;
  user_name: string;
  action: SiteChange['action'];
  /** A remote, or `shell`. */
  part: string;
  /** The build to leave, or that of the preview. */
  build: string;
  /** Null while the change is in progress, and if its outcome is unknown. */
  outcome: SiteChanged | null;
}

async function fetchSiteChanges(signal: AbortSignal): Promise<AskedChange[]> {
  const client = await supabase();
  return unwrap(await client.rpc('list_site_changes').abortSignal(signal)) as unknown as AskedChange[];
}

/** The newest twenty changes of the site's publications from the page, and who asked for them. Admins only. */
export const siteChangesQuery = () =>
  queryOptions({
    queryKey: systemStatusKeys.siteChanges,
    queryFn: ({ signal }) => fetchSiteChanges(signal),
    gcTime: 0,
  });

async function fetchRegistry(signal: AbortSignal): Promise<Registry> {
  const response = await fetch('/remotes.json', { cache: 'no-cache', signal });
  if (!response.ok) throw new Error(`/remotes.json answered ${response.status}`);
  return (await response.json()) as Registry;
}

async function fetchBuildRows(signal: AbortSignal): Promise<BuildRow[]> {
  return buildRows(await fetchRegistry(signal), location.origin);
}

/** The running builds (SHELL-85). */
export const buildRowsQuery = () =>
  queryOptions({
    queryKey: systemStatusKeys.buildRows,
    queryFn: ({ signal }) => fetchBuildRows(signal),
    gcTime: 0,
  });

async function fetchPartFailures(signal: AbortSignal) {
  const client = await supabase();
  return unwrap(await client.rpc('list_part_failures').abortSignal(signal));
}

/** Failures in visitors' browsers in the last 30 days, at most 100, the newest first (SHELL-42). Admins only. */
export const partFailuresQuery = () =>
  queryOptions({
    queryKey: systemStatusKeys.partFailures,
    queryFn: ({ signal }) => fetchPartFailures(signal),
    gcTime: 0,
  });

/** `kind` is `caught` or `uncaught`; `frames` has a position in a script on each line. */
export type PartFailure = Awaited<ReturnType<typeof fetchPartFailures>>[number];
