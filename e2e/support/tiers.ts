/** Tag of the tests that `npm test` leaves to `npm run test:all` (platform/release/src/tests/tier.ts). */
export const EXHAUSTIVE = '@exhaustive';

/** Tags for a matrix whose first case proves the rule in `npm test`, while all others are exhaustive. */
export const exhaustiveAfterFirst = (index: number): string[] => (index === 0 ? [] : [EXHAUSTIVE]);
