import { knownFailure } from '@taller/shared/data-access/failure-text.ts';
import { userTexts } from '#src/features/users/texts.ts';

const { offline, forbidden, taken, gone } = userTexts.reasons;

/** Why an account could not be created, if the user can do something about it. */
export const createReason = (error: unknown): string | null =>
  knownFailure(error, { offline, forbidden, conflict: taken }, ['invalid']);

/** Why a change or a deletion was rejected. Messages of business rules come from the database, in Spanish. */
export const changeReason = (error: unknown): string | null =>
  knownFailure(error, { offline, forbidden, 'not-found': gone }, ['invalid']);
