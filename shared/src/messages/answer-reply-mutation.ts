import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { messageKeys } from './keys.ts';

/** A reply, and whether it counts as answered. */
interface ReplyAnswer {
  readonly id: string;
  readonly answered: boolean;
}

/** Notes that the caller answers a reply, or that nobody did; of two who answer, the first one stays (MSG-21). */
export function useAnswerReplyMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, answered }: ReplyAnswer) => {
      const database = await supabase();
      // Its id alone: text and number of the reply are not looked at.
      unwrap(await database.rpc('answer_reply', { p_id: id, p_answered: answered }).select('id'));
    },
    onSettled: () => client.invalidateQueries({ queryKey: messageKeys.all }),
  });
}
