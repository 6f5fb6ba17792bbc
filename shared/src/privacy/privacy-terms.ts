import { KEPT, type KeptKey } from '#src/config/limits.ts';

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
