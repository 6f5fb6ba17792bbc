import { dataErrorCode, ownWords, wasSentOtherwise } from '@taller/shared/data-access/data-error.ts';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { es } from './es.ts';

/**
 * Why a change failed, for a person: no answer and no permission are the same everywhere, and so is a correction that
 * came too late; the rest is `otherwise`.
 */
export function failureText(error: unknown, otherwise: string): string {
  if (wasSentOtherwise(error)) return ownWords(error) ?? otherwise;
  const code = dataErrorCode(error);
  if (code === 'offline') return es.offline;
  return code === 'forbidden' ? es.denied : withRequestCode(otherwise, error);
}
