import { useQueryClient, useMutation } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap, DataError } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { orderKeys } from '#src/orders/keys.ts';
import { toColumns, type SavedFilter, type SavedViews } from './saved-view.ts';

/** Saves a filter of the list under a name (ORD-80). `conflict` if the name is taken, ignoring case and accents. */
export function useSaveViewMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'vista.nueva',
    mutationFn: async ({ name, filter }: { name: string; filter: SavedFilter }, { id }) => {
      const database = await supabase();
      unwrap(await database.from('saved_views').insert({ id, name, ...toColumns(filter) }));
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: orderKeys.savedViewCounts() });
      return client.invalidateQueries({ queryKey: orderKeys.savedViews() });
    },
  });
}

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

/** Sets what the caller's desk opens with (ORD-82); the whole list with null. The last one set counts. */
export function useStartViewMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (start: SavedViews['start']) => {
      const database = await supabase();
      const choice =
        start === null ? {} : 'id' in start ? { p_saved_view: start.id } : { p_view: start.view };
      unwrap(await database.rpc('set_start_view', choice));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: orderKeys.savedViews() }),
  });
}

/** Deletes one of the user's views; succeeds if it is already deleted. */
export function useDeleteViewMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const database = await supabase();
      unwrap(await database.from('saved_views').delete().eq('id', id));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: orderKeys.savedViews() }),
  });
}
