import { inspect } from 'node:util';
import { isUnavailable, DATABASE_LOST_MESSAGE, RETRY_AFTER_S } from '../database/unavailable.ts';
import { maskValue } from '../errors/mask-value.ts';
import { noteCode } from '../log/request-record.ts';
import { codeOf } from '../errors/start-error.ts';

/** SQLSTATEs that @supabase/lite answers as PostgREST does. */
const ANSWERED_WELL = /^(?:PGRST$|PT|42(?!P01)|22|21|2350[235]$|25006$)/;

/** What a request gets that PostgreSQL could not be asked about, whatever the driver called it. */
const DATABASE_LOST = {
  code: 'PGRST',
  message: JSON.stringify({ code: 'PGRST001', message: DATABASE_LOST_MESSAGE, details: null, hint: null }),
  detail: JSON.stringify({ status: 503, headers: { 'Retry-After': String(RETRY_AFTER_S) } }),
  [inspect.custom]: () => '[api] 503 database out of reach',
};

/** HTTP status of an SQLSTATE, from PostgREST's documented table (first match wins). */
const STATUS: readonly (readonly [RegExp, number])[] = [
  [/^08/, 503],
  [/^09/, 500],
  [/^0[LP]/, 403],
  [/^23503$|^23505$/, 409],
  [/^25006$/, 405],
  [/^25/, 500],
  [/^28/, 403],
  [/^2D|^38|^39|^3B|^40|^54|^55|^58|^F0|^HV|^XX/, 500],
  [/^53400$/, 500],
  [/^53|^57P01$/, 503],
  [/^57/, 500],
  [/^P0001$/, 400],
  // PostgREST says 500; here it is what functions raise for a row that is not there, which is no fault of the server.
  [/^P0002$/, 404],
  [/^P0/, 500],
  [/^42P01$/, 404],
];

/** HTTP status that PostgREST gives for an SQLSTATE. */
export function statusOf(sqlState: string): number {
  return STATUS.find(([pattern]) => pattern.test(sqlState))?.[1] ?? 400;
}

/** A database error as the driver gives it. */
interface DatabaseError {
  message: string;
  detail?: string;
  hint?: string;
  /** Function of PostgreSQL that raised it. */
  routine?: string;
}

/** The driver writes no list or object where the database wants a text, and says so before anything is sent. */
const NOT_A_TEXT = {
  code: '22P02',
  message: 'invalid input syntax: a list or an object stands where a single value is expected',
  detail: undefined,
  hint: undefined,
};

/** What the driver throws for such a value: it cannot be written out, or is nested too deep for that. */
const isNoText = (error: unknown): boolean =>
  (error instanceof TypeError &&
    (codeOf(error) === 'ERR_INVALID_ARG_TYPE' || /convert object to primitive/.test(error.message))) ||
  (error instanceof RangeError && /call stack/.test(error.message));

/** Errors whose details are the whole row. */
const SHOWS_ROW = /^(?:23502|23514)$/;

/**
 * Turns a PostgreSQL error that @supabase/lite would answer with 500 "SUP" into its own RAISE SQLSTATE 'PGRST' form,
 * with PostgREST's status, code, message, details and hint. What an error shows of the data is left out: a value that
 * could not be read may be a secret that a function returned.
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
  // The package prints every database error; a refused request is no incident, and its line in the log has the code.
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
  // What the rules of this product raise is worded by them.
  if (error.routine === 'exec_stmt_raise') return { message, detail, hint };
  if (SHOWS_ROW.test(code)) return { message, hint };
  return code.startsWith('22') ? { message: maskValue(message) } : { message, detail, hint };
}
