import { codeOf } from '../errors/start-error.ts';

/** Error codes of the driver and the system for failed or broken connections. */
const NO_CONNECTION = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** SQLSTATEs: connection failures, PostgreSQL stopping, crashed or starting, too many connections. */
const NOT_SERVING = /^(?:08...|57P0[123]|53300)$/;

/** `Retry-After` in seconds: PostgreSQL restarts faster. */
export const RETRY_AFTER_S = 2;

/** Message shown to users meanwhile. */
export const DATABASE_LOST_MESSAGE =
  'La base de datos no responde en este momento. Intenta de nuevo en unos segundos.';

/** Whether an error means that PostgreSQL is unavailable, as opposed to an error in the query. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined && (NO_CONNECTION.has(code) || NOT_SERVING.test(code))) return true;
  return error instanceof Error && error.cause !== undefined && isUnavailable(error.cause);
}
