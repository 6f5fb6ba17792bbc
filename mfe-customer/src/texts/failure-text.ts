import { dataErrorCode, ownWords, wasSentOtherwise } from '@taller/shared/data-access/data-error.ts';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { es } from './es.ts';

/** What a failed call says to the person: no connection and no permission are the same everywhere, the rest is `otherwise`. */
export function failureText(error: unknown, otherwise: string): string {
  if (wasSentOtherwise(error)) return ownWords(error) ?? otherwise;
  const code = dataErrorCode(error);
  if (code === 'offline') return es.offline;
  return code === 'forbidden' ? es.denied : withRequestCode(otherwise, error);
}
