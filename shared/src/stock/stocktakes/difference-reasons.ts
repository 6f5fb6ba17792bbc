/** Reasons of a difference, as the database has them, and as the screens say them. */
export const DIFFERENCE_REASONS = {
  lost: 'Se perdió',
  broken: 'Se rompió',
  found: 'Apareció',
  miscount: 'Estaba mal contado',
  other: 'Otro motivo',
} as const;
export type DifferenceReason = keyof typeof DIFFERENCE_REASONS;
