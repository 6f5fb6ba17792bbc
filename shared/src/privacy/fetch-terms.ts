import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { INITIAL_TERMS, type PrivacyTerms } from './privacy-terms.ts';

/** Checked by hand: public pages read it, and load no zod for it. */
function isTerms(answer: unknown): answer is PrivacyTerms {
  if (typeof answer !== 'object' || answer === null) return false;
  const figures = new Map(Object.entries(answer));
  return Object.keys(INITIAL_TERMS).every((key) => typeof figures.get(key) === 'number');
}

/** The current retention periods. Public. */
export async function fetchTerms(): Promise<PrivacyTerms> {
  const client = await supabase();
  const answer: unknown = unwrap(await client.rpc('privacy_terms'));
  if (!isTerms(answer)) throw new DataError('server', 'privacy_terms lacks a figure');
  return answer;
}
