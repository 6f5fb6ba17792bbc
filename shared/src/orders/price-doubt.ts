/** Factor to the last price above which a new price needs confirmation: an extra digit makes ten (ORD-95). */
const JUMP = 5;
/** Prices of repairs have 4 to 7 digits: one with fewer or more probably lacks a digit, or has an extra one. */
const LEAST = 1000;
const MOST = 9_999_999;

/** Why a price is likely a slip: many times the last one, or one that no repair has. */
export type PriceDoubt = 'jump' | 'short' | 'long';

/** The reason to doubt a new price; null if there is none, or if it is the last one. */
export function priceDoubt(before: number | null, after: number): PriceDoubt | null {
  if (after === before || after === 0) return null;
  if (before && after >= before * JUMP) return 'jump';
  if (after < LEAST) return 'short';
  return after > MOST ? 'long' : null;
}
