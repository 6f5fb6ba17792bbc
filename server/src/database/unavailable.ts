import { codeOf } from '../errors/start-error.ts';

/** Codes of the driver and of the system when there is no connection to be had, or the one in use was cut. */
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

/** How long a client shall wait before it asks again, in seconds: PostgreSQL is back in less. */
export const RETRY_AFTER_S = 2;

/** What a person is told then. */
export const DATABASE_LOST_MESSAGE =
  'La base de datos no responde en este momento. Intenta de nuevo en unos segundos.';

/** Whether an error says that PostgreSQL cannot be asked at the moment, as against one about what was asked. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined && (NO_CONNECTION.has(code) || NOT_SERVING.test(code))) return true;
  return error instanceof Error && error.cause !== undefined && isUnavailable(error.cause);
}
