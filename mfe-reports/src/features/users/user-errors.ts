import { knownFailure } from '@taller/shared/data-access/failure-text.ts';
import { userTexts } from '#src/features/users/texts.ts';

const { offline, forbidden, taken, gone, weakPassword, tooMany } = userTexts.reasons;

/** Rejections with codes of the authentication server, whose messages are in English. */
function authRefusal(error: unknown): string | null {
  const code =
    typeof error === 'object' && error !== null && 'sqlState' in error ? String(error.sqlState) : '';
  if (code === 'weak_password') return weakPassword;
  return code.endsWith('_rate_limit') ? tooMany : null;
}

/** Why an account could not be created, if the user can do something about it. */
export const createReason = (error: unknown): string | null =>
  authRefusal(error) ??
  // A hosted project does not report at sign-up that an e-mail is taken; the second step then finds no new account.
  knownFailure(error, { offline, forbidden, conflict: taken, 'not-found': taken });

/** Why a change or a deletion was rejected. Messages of business rules come from the database, in Spanish. */
export const changeReason = (error: unknown): string | null =>
  knownFailure(error, { offline, forbidden, 'not-found': gone }, ['invalid']);
