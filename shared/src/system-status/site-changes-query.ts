import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { systemStatusKeys } from './keys.ts';
import type { SiteChange, SiteChanged } from './site-control.ts';

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
