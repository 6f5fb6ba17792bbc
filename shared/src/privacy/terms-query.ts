import { queryOptions } from '@taller/shared/query';
import { fetchTerms } from './fetch-terms.ts';
import { privacyKeys } from './keys.ts';

/** The current retention periods. */
export const termsQuery = () => queryOptions({ queryKey: privacyKeys.terms(), queryFn: fetchTerms });
