import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { failureText as textOf } from '@taller/shared/data-access/failure-text.ts';
import { esOrders } from '#src/texts/es-orders.ts';

const { failures, readFailures } = esOrders;

/** Why a save failed, for a person. The server's own words where its rules wrote them in Spanish. */
export const failureText = (error: unknown): string =>
  textOf(error, { ...failures, otherwise: failures.server }, ['invalid', 'forbidden']);

/** Why something could not be read. Nothing was typed that could be lost, and nothing was to be saved. */
export function readFailureText(error: unknown): string {
  const { offline, server } = readFailures;
  return dataErrorCode(error) === 'invalid'
    ? textOf(error, { otherwise: server })
    : textOf(error, { ...failures, offline, server, otherwise: server }, ['forbidden']);
}
