/** From how many times the last price a new one is asked about: a digit too many makes ten (ORD-95). */
const JUMP = 5;

/** Whether a price is likely a slip: many times the last one. */
export const isPriceJump = (before: number | null, after: number): boolean =>
  before !== null && before > 0 && after >= before * JUMP;
