import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError } from '#src/data-access/data-error.ts';
import { functionFailure } from '#src/data-access/function-failure.ts';
import { systemStatusKeys } from './keys.ts';
import type { SiteAnswer, SiteBuilds } from './site-control.ts';

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
