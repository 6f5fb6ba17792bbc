import { dataErrorCode } from '@taller/shared/data/data-error.ts';
import { esOrders } from '#src/texts/es-orders.ts';

/** Why a call failed, for a person. The server's own words where its rules wrote them in Spanish. */
export function failureText(error: unknown): string {
  const code = dataErrorCode(error);
  const own = (code === 'invalid' || code === 'forbidden') && error instanceof Error ? error.message : '';
  // Messages of our triggers are Spanish sentences; PostgreSQL's own are English.
  return /^[A-ZÁÉÍÓÚÑ].*[.]$/s.test(own) && !/violates|permission denied|invalid input/.test(own)
    ? own
    : esOrders.failures[code];
}
