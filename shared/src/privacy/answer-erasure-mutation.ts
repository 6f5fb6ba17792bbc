import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { privacyKeys } from './keys.ts';

export interface ErasureAnswer {
  id: string;
  /** The reason shown to the customer. */
  answer: string;
  /** Extends the deadline, which is possible once; otherwise rejects the request. */
  extend: boolean;
}

async function answerRequest({ id, answer, extend }: ErasureAnswer) {
  const client = await supabase();
  return unwrap(await client.rpc('answer_erasure', { p_id: id, p_answer: answer, p_extend: extend }));
}

export function useAnswerErasureMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: answerRequest,
    onSuccess: () => client.invalidateQueries({ queryKey: privacyKeys.all }),
  });
}
