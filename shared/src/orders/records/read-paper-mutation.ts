import { useMutation } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import type { PaperAnswer } from './paper.ts';

async function readPaper(code: string, digits: string): Promise<PaperAnswer> {
  const client = await supabase();
  // The first call counts the guess; above the limit it gives no ticket for its answer.
  const ticket = unwrap(await client.rpc('try_paper', { p_code: code, p_digits: digits })) as string | null;
  const answer = unwrap(await client.rpc('read_paper', ticket === null ? {} : { p_ticket: ticket }));
  const { outcome } = answer as { outcome: string };
  if (outcome === 'expired') throw new DataError('offline', 'The answer to the guess is gone');
  return answer as unknown as PaperAnswer;
}

/** Reads the sealed facts with the last four digits of the phone; wrong attempts are counted (REC-69). */
export const useReadPaperMutation = (code: string) =>
  useMutation({ mutationFn: (digits: string) => readPaper(code, digits) });
