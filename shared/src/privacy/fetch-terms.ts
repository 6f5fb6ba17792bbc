import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { KEPT, type KeptKey } from '#src/config/limits.ts';

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

/** The periods shown on the privacy page. */
export type PrivacyTerms = Readonly<Record<KeptKey | 'request_days', number>>;

/** Values of a new shop; the law sets the days to answer a request. */
export const INITIAL_TERMS: PrivacyTerms = {
  ...(Object.fromEntries(Object.entries(KEPT).map(([key, { initial }]) => [key, initial])) as Record<
    KeptKey,
    number
  >),
  request_days: 30,
};
