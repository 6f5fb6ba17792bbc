import { useQueryClient } from '@taller/shared/query';
import type { RequestFacts } from '#src/once/open-request.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { callSaveSettings } from './call-save-settings.ts';
import { settingKeys } from './keys.ts';

async function undoChange(changeId: number, { id }: RequestFacts<number>): Promise<void> {
  await callSaveSettings({ undo: changeId }, id);
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
