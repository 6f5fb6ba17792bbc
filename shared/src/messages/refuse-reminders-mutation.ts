import { useMutation } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';

async function refuseReminders(link: string): Promise<void> {
  const database = await supabase();
  const known = unwrap(await database.rpc('refuse_reminders', { p_link: link }));
  if (!known) throw new DataError('not-found', 'There is no reminder with that link');
}

/** Refuses more reminders by a reminder's link (TIME-48). Sent twice it happens once. */
export const useRefuseRemindersMutation = () => useMutation({ mutationFn: refuseReminders });
