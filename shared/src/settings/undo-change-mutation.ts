import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { RequestFacts } from '#src/once/open-request.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { settingKeys } from './keys.ts';

async function undoChange(changeId: number, { id }: RequestFacts<number>): Promise<void> {
  const client = await supabase();
  unwrap(await client.rpc('undo_setting_change', { p_request_id: id, p_change_id: changeId }));
}

/** Takes one change of the settings back, for admins (CFG-33). */
export function useUndoChangeMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'ajustes.deshacer',
    mutationFn: undoChange,
    onSuccess: () => client.invalidateQueries({ queryKey: settingKeys.all }),
  });
}
