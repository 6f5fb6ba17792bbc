import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '#src/orders/keys.ts';

interface Renaming {
  id: string;
  name: string;
  /** The name that was shown. */
  from: string;
}

async function rename({ id, name, from }: Renaming): Promise<void> {
  const client = await supabase();
  const table = () => client.from('saved_views');
  const renamed = unwrap(
    await table().update({ name }).eq('id', id).in('name', [from, name]).select('id').maybeSingle(),
  );
  if (renamed) return;
  const current = unwrap(await table().select('name').eq('id', id).maybeSingle());
  if (current === null) throw new DataError('not-found', 'The view was deleted');
  throw new DataError(
    'invalid',
    `Esta vista ahora se llama «${current.name}»: la cambiaste en otra pestaña.`,
  );
}

/**
 * Renames an own view; again with the same name it changes nothing. `conflict` if the name is taken, `not-found` or
 * `invalid` if another tab deleted or renamed the view.
 */
export function useRenameViewMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: rename,
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.savedViews() }),
  });
}
