/** Outcomes of a return under warranty (WARR-06), as the database names them. */
export const WARRANTY_OUTCOMES = ['covered', 'not_covered', 'goodwill'] as const;
export type WarrantyOutcome = (typeof WARRANTY_OUTCOMES)[number];

export const WARRANTY_OUTCOME_LABEL: Readonly<Record<WarrantyOutcome, string>> = {
  covered: 'Cubierta por la garantía',
  not_covered: 'No cubierta',
  goodwill: 'Por cortesía',
};

export const isWarrantyOutcome = (text: unknown): text is WarrantyOutcome =>
  WARRANTY_OUTCOMES.some((outcome) => outcome === text);
