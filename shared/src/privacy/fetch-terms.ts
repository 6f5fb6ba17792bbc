import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { PrivacyTerms } from './privacy-terms.ts';

/** The current retention periods. Public. */
export async function fetchTerms(): Promise<PrivacyTerms> {
  const client = await supabase();
  return unwrap(await client.rpc('privacy_terms')) as unknown as PrivacyTerms;
}
