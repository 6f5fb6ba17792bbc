import { inspect } from 'node:util';
import { DEADLOCK } from '../database/despite-deadlocks.ts';
import { isUnavailable, DATABASE_LOST_MESSAGE, RETRY_AFTER_S } from '../database/unavailable.ts';
import { maskValue } from '../errors/mask-value.ts';
import { noteCode } from '../log/request-record.ts';
import { codeOf } from '../errors/start-error.ts';

/** SQLSTATEs that @supabase/lite handles like PostgREST. */
const ANSWERED_WELL = /^(?:PGRST$|PT|42(?!P01)|22|21|2350[235]$|25006$)/;

/** Error when PostgreSQL could not be reached, independent of the driver's own error. */
const DATABASE_LOST = {
  code: 'PGRST',
  message: JSON.stringify({ code: 'PGRST001', message: DATABASE_LOST_MESSAGE, details: null, hint: null }),
  detail: JSON.stringify({ status: 503, headers: { 'Retry-After': String(RETRY_AFTER_S) } }),
  [inspect.custom]: () => '[api] 503 database out of reach',
};

const DEADLOCK_MESSAGE =
  'Otra persona estaba cambiando lo mismo, y este cambio no se hizo. Vuelve a intentarlo.';

/** HTTP status of an SQLSTATE, from PostgREST's documented table (first match wins). */
const STATUS: readonly (readonly [RegExp, number])[] = [
  [/^08/, 503],
  [/^09/, 500],
  [/^0[LP]/, 403],
  [/^23503$|^23505$/, 409],
  // PostgREST answers 500; here it is tried again, and is a conflict if that does not help.
  [/^40P01$/, 409],
  [/^25006$/, 405],
  [/^25/, 500],
  [/^28/, 403],
  // PostgREST answers 500; here the cause is always a request that is too deep or too long.
  [/^54/, 413],
  [/^2D|^38|^39|^3B|^40|^55|^58|^F0|^HV|^XX/, 500],
  [/^53400$/, 500],
  [/^53|^57P01$/, 503],
  [/^57/, 500],
  [/^P0001$/, 400],
  // PostgREST answers 500; here functions raise it for a missing row, which is not a server error.
  [/^P0002$/, 404],
  [/^P0/, 500],
  [/^42P01$/, 404],
];

/** The HTTP status that PostgREST returns for an SQLSTATE. */
export function statusOf(sqlState: string): number {
  return STATUS.find(([pattern]) => pattern.test(sqlState))?.[1] ?? 400;
}

/** A database error as the driver reports it. */
interface DatabaseError {
  message: string;
  detail?: string;
  hint?: string;
  /** The PostgreSQL routine that raised it. */
  routine?: string;
}

/** The driver rejects arrays and objects for text parameters before it sends anything. */
const NOT_A_TEXT = {
  code: '22P02',
  message: 'invalid input syntax: a list or an object stands where a single value is expected',
  detail: undefined,
  hint: undefined,
};

/** Thrown by the driver for such a value: it cannot be serialised, or is too deeply nested. */
const isNoText = (error: unknown): boolean =>
  (error instanceof TypeError &&
    (codeOf(error) === 'ERR_INVALID_ARG_TYPE' || /convert object to primitive/.test(error.message))) ||
  (error instanceof RangeError && /call stack/.test(error.message));

/** Errors whose details contain the whole row. */
const SHOWS_ROW = /^(?:23502|23514)$/;

/**
 * Converts a PostgreSQL error that @supabase/lite would answer with 500 "SUP" into its RAISE SQLSTATE 'PGRST' form,
 * with PostgREST's status, code, message, details and hint. Data is removed from the message: a value that could not be
 * parsed may be a secret returned by a function.
 */
export function normalizeDbError(error: unknown): unknown {
  if (isUnavailable(error)) {
    noteCode('PGRST001');
    return DATABASE_LOST;
  }
  const code = codeOf(error);
  if (isNoText(error)) return NOT_A_TEXT;
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code) || code === 'PGRST') return error;
  const { message, detail, hint } = withoutData(code, error as DatabaseError);
  // The package prints every database error; a rejected request is expected, and its log line has the code.
  noteCode(code);
  const shown = { [inspect.custom]: () => `[api] ${code} ${message}` };
  if (ANSWERED_WELL.test(code)) return { code, message, detail, hint, ...shown };
  return {
    code: 'PGRST',
    message: JSON.stringify({ code, message, details: detail ?? null, hint: hint ?? null }),
    detail: JSON.stringify({ status: statusOf(code), headers: {} }),
    ...shown,
  };
}

function withoutData(code: string, error: DatabaseError): Pick<DatabaseError, 'message' | 'detail' | 'hint'> {
  const { message, detail, hint } = error;
  if (code === DEADLOCK) return { message: DEADLOCK_MESSAGE };
  // Errors raised by this product's own rules keep their message.
  if (error.routine === 'exec_stmt_raise') return { message, detail, hint };
  if (SHOWS_ROW.test(code)) return { message, hint };
  // The hint names settings of the server.
  if (code.startsWith('54')) return { message };
  return code.startsWith('22') ? { message: maskValue(message) } : { message, detail, hint };
}
