/** Retention periods: allowed ranges, as checked by the database, and defaults. */

export interface Term {
  key: string;
  unit: 'days' | 'years';
  least: number;
  most: number;
  initial: number;
}

export const TERMS = [
  { key: 'order_years', unit: 'years', least: 6, most: 30, initial: 6 },
  { key: 'message_days', unit: 'days', least: 30, most: 3650, initial: 365 },
  { key: 'origin_days', unit: 'days', least: 90, most: 3650, initial: 730 },
  { key: 'session_days', unit: 'days', least: 7, most: 730, initial: 180 },
  { key: 'mail_days', unit: 'days', least: 1, most: 365, initial: 30 },
  { key: 'activity_days', unit: 'days', least: 90, most: 3650, initial: 730 },
  { key: 'look_days', unit: 'days', least: 180, most: 3650, initial: 730 },
] as const satisfies readonly Term[];

export type TermKey = (typeof TERMS)[number]['key'];

/** The periods shown on the privacy page. */
export type PrivacyTerms = Readonly<Record<TermKey | 'device_code_days' | 'request_days', number>>;

/** Defaults of a new shop; device_code_days and request_days are not retention periods of this list. */
export const INITIAL_TERMS: PrivacyTerms = {
  ...(Object.fromEntries(TERMS.map(({ key, initial }) => [key, initial])) as Record<TermKey, number>),
  device_code_days: 30,
  request_days: 30,
};
