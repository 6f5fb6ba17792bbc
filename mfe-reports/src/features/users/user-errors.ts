import {
  dataErrorCode,
  wasSentOtherwise,
  type DataErrorCode,
} from '@taller/shared/data-access/data-error.ts';
import { userTexts } from '#src/features/users/texts.ts';

const { reasons } = userTexts;

const CREATE_REASONS: Readonly<Partial<Record<DataErrorCode, string>>> = {
  offline: reasons.offline,
  forbidden: reasons.forbidden,
  conflict: reasons.taken,
  // A hosted project does not report at sign-up that an e-mail is taken; the second step then finds no new account.
  'not-found': reasons.taken,
};

const CHANGE_REASONS: Readonly<Partial<Record<DataErrorCode, string>>> = {
  offline: reasons.offline,
  forbidden: reasons.forbidden,
  'not-found': reasons.gone,
};

function detail(error: unknown, key: 'message' | 'sqlState'): string {
  const value = typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[key] : null;
  return typeof value === 'string' ? value : '';
}

/** Why an account could not be created, if the user can do something about it. */
export function createReason(error: unknown): string | null {
  const authCode = detail(error, 'sqlState');
  if (wasSentOtherwise(error)) return detail(error, 'message');
  if (authCode === 'weak_password') return reasons.weakPassword;
  if (authCode.endsWith('_rate_limit')) return reasons.tooMany;
  return CREATE_REASONS[dataErrorCode(error)] ?? null;
}

/** Why a change or a deletion was rejected. Messages of business rules come from the database, in Spanish. */
export function changeReason(error: unknown): string | null {
  const code = dataErrorCode(error);
  return code === 'invalid' ? detail(error, 'message') : (CHANGE_REASONS[code] ?? null);
}
