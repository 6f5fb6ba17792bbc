import { useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { messageKeys } from './keys.ts';

/** A test: the number it goes to, and the event whose template it uses. */
interface MessageTest {
  readonly phone: string;
  readonly event: string;
}

/** Queues a message of a template to a number of the admin's own, once. Returns its id (CFG-58). */
export function useSendTestMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'mensajes.prueba',
    mutationFn: async ({ phone, event }: MessageTest, { id }) => {
      const database = await supabase();
      return unwrap(
        await database.rpc('send_test_message', { p_request_id: id, p_phone: phone, p_event: event }),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: messageKeys.all }),
  });
}
