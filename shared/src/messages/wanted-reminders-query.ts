import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { messageKeys } from './keys.ts';

/**
 * Whether a customer gets reminders (TIME-43).
 * @param id of an order or an account, for staff; without one it is the caller.
 */
export const wantedRemindersQuery = (id?: string) =>
  queryOptions({
    queryKey: messageKeys.wanted(id),
    queryFn: async ({ signal }) => {
      const client = await supabase();
      return unwrap(await client.rpc('wants_reminders', id ? { p_id: id } : {}).abortSignal(signal));
    },
  });
