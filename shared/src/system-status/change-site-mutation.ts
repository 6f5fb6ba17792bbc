import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError } from '#src/data-access/data-error.ts';
import { functionFailure } from '#src/data-access/function-failure.ts';
import type { RequestFacts } from '#src/once/open-request.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { systemStatusKeys } from './keys.ts';
import type { SiteChange, SiteChanged } from './site-control.ts';

async function changeSite(change: SiteChange, { id }: RequestFacts<SiteChange>): Promise<SiteChanged> {
  const client = await supabase();
  const answer = await client.functions.invoke<SiteChanged>('site-builds', {
    body: { ...change, requestId: id },
  });
  const error = answer.error as Error | null;
  if (error) throw functionFailure(error);
  if (typeof answer.data?.done !== 'boolean')
    throw new DataError('server', 'site-builds answered something else');
  return answer.data;
}

/**
 * Goes back to a part's previous build, or closes a preview (SHELL-87, SHELL-88). A refusal by the site's rules is an
 * answer, not an error. Admins only.
 */
export function useChangeSiteMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'sitio.cambiar',
    mutationFn: changeSite,
    onSettled: () => {
      const { buildRows, siteBuilds, siteChanges } = systemStatusKeys;
      for (const queryKey of [buildRows, siteBuilds, siteChanges])
        void client.invalidateQueries({ queryKey });
    },
  });
}
