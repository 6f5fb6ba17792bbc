import { dataErrorCode, ownWords } from '@taller/shared/data-access/data-error.ts';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { esOrders } from '#src/texts/es-orders.ts';

/** Why a save failed, for a person. The server's own words where its rules wrote them in Spanish. */
export function failureText(error: unknown): string {
  const code = dataErrorCode(error);
  const own = code === 'invalid' || code === 'forbidden' ? ownWords(error) : null;
  return own ?? withRequestCode(esOrders.failures[code], error);
}

/** Why something could not be read. Nothing was typed that could be lost, and nothing was to be saved. */
export function readFailureText(error: unknown): string {
  const code = dataErrorCode(error);
  if (code === 'offline') return esOrders.readFailures.offline;
  return code === 'server' || code === 'invalid'
    ? withRequestCode(esOrders.readFailures.server, error)
    : failureText(error);
}
