import { dataErrorCode, ownWords } from '@taller/shared/data-access/data-error.ts';
import { requestCode } from '@taller/shared/data-access/request-code.ts';
import { esOrders } from '#src/texts/es-orders.ts';

/** Why a save failed, for a person. The server's own words where its rules wrote them in Spanish. */
export function failureText(error: unknown): string {
  const code = dataErrorCode(error);
  const own = code === 'invalid' || code === 'forbidden' ? ownWords(error) : null;
  return own ?? `${esOrders.failures[code]}${requestCode(error)}`;
}

/** Why something could not be read. Nothing was typed that could be lost, and nothing was to be saved. */
export function readFailureText(error: unknown): string {
  const code = dataErrorCode(error);
  if (code === 'offline') return esOrders.readFailures.offline;
  return code === 'server' || code === 'invalid'
    ? `${esOrders.readFailures.server}${requestCode(error)}`
    : failureText(error);
}
