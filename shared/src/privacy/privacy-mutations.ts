import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { privacyKeys } from './keys.ts';
import { z } from '#src/values/zod.ts';
import type { PersonClue } from './person-clue.ts';

/** Exports all data of the signed-in customer, in a readable and machine-readable format (PRIV-02). */
async function exportOwnData(): Promise<string> {
  const client = await supabase();
  return JSON.stringify(unwrap(await client.rpc('export_own_data')), null, 2);
}

export const useExportOwnDataMutation = () => useMutation({ mutationFn: exportOwnData });

async function changeErasure(change: 'request' | 'withdraw') {
  const client = await supabase();
  if (change === 'request') unwrap(await client.rpc('request_erasure'));
  else unwrap(await client.rpc('withdraw_erasure'));
}

/** Requests the erasure of the user's data, or withdraws the request; both are idempotent. */
export function useChangeErasureMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changeErasure,
    onSuccess: () => client.invalidateQueries({ queryKey: privacyKeys.all }),
  });
}

interface ErasureAnswer {
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

const answerSchema = z.object({ outcome: z.enum(['done', 'nothing', 'changed']) });

/** @param seen of the preview that was confirmed: if it is another one by now, nothing is done. */
async function anonymize({ by, value, seen }: PersonClue & { seen: string }) {
  const client = await supabase();
  const answer = unwrap(await client.rpc('anonymize_customer', { p_by: by, p_value: value, p_seen: seen }));
  return answerSchema.parse(answer).outcome;
}

/** Irreversible. Invalidates all cached orders and people. */
export function useAnonymizeMutation() {
  const client = useQueryClient();
  return useMutation({ mutationFn: anonymize, onSuccess: () => client.invalidateQueries() });
}
