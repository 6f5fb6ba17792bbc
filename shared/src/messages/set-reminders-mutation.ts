import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { messageKeys } from './keys.ts';

/** A customer wants reminders, or does not. Sent twice it happens once. */
export function useSetRemindersMutation(id?: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (wanted: boolean) => {
      const database = await supabase();
      unwrap(await database.rpc('set_reminders', { p_wanted: wanted, ...(id && { p_id: id }) }));
    },
    onSuccess: (_done, wanted) => client.setQueryData(messageKeys.wanted(id), wanted),
  });
}
