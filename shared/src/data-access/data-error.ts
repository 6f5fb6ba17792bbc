/**
 * What can go wrong with a call to the server, classified once here; screens map the code to a text.
 * Test `code`, never `instanceof`: each remote bundles its own copy of the class.
 */

/**
 * - `offline`: no answer of ours came, and what was asked for may have been done; trying again may help
 * - `forbidden`: the server's rules say no (SQLSTATE 42501, HTTP 401 and 403)
 * - `not-found`: there is no such row, or it may not be seen
 * - `conflict`: somebody else was faster, or the value is taken (23505, 40001)
 * - `invalid`: the server refused the value (22…, 23…, P0001); its message is in Spanish and may be shown
 * - `server`: anything else
 */
export type DataErrorCode = 'offline' | 'forbidden' | 'not-found' | 'conflict' | 'invalid' | 'server';

export class DataError extends Error {
  override readonly name = 'DataError';
  readonly code: DataErrorCode;
  /** SQLSTATE or PostgREST code, '' if none came. For logs. */
  readonly sqlState: string;

  constructor(code: DataErrorCode, message: string, sqlState = '') {
    super(message);
    this.code = code;
    this.sqlState = sqlState;
  }
}

/** The error part of an answer of supabase-js. */
interface AnswerError {
  readonly message: string;
  readonly code?: string | null;
}

/** An answer of supabase-js to a table or function call. */
export interface Answer<T> {
  readonly data: T;
  readonly error: AnswerError | null;
  /** HTTP status; 0 when the request itself failed. */
  readonly status: number;
}

/** SQLSTATE of a request whose id was used for something else before (private.claim_request). */
const SENT_OTHERWISE = 'PT409';

function classify(sqlState: string, status: number): DataErrorCode {
  if (status === 0 || status === 502 || status === 503 || status === 504) return 'offline';
  // No answer of the database: something on the way broke, before or after the change.
  if (status >= 500 && sqlState === '') return 'offline';
  if (sqlState === SENT_OTHERWISE) return 'invalid';
  if (sqlState === '42501' || status === 401 || status === 403) return 'forbidden';
  if (sqlState === 'PGRST116' || sqlState === 'P0002' || status === 404) return 'not-found';
  if (sqlState === '23505' || sqlState === '40001' || status === 409) return 'conflict';
  return /^(?:22|23|P0001)/.test(sqlState) ? 'invalid' : 'server';
}

/** The classified form of an answer's error. */
export function toDataError(error: AnswerError, status: number): DataError {
  const sqlState = error.code ?? '';
  return new DataError(classify(sqlState, status), error.message, sqlState);
}

/** The data of an answer; null only where a successful one may be, as with maybeSingle. @throws DataError when it carries an error. */
export function unwrap<A extends Answer<unknown>>(answer: A): Extract<A, { error: null }>['data'] {
  if (answer.error) throw toDataError(answer.error, answer.status);
  return answer.data;
}

/** Whether a change was refused because an earlier press of the same form has arrived with other values. */
export const wasSentOtherwise = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'sqlState' in error && error.sqlState === SENT_OTHERWISE;

/** The code of whatever a query or mutation failed with; a failed dynamic import or /config.json reads as `offline`. */
export function dataErrorCode(error: unknown): DataErrorCode {
  if (
    typeof error === 'object' &&
    error !== null &&
    'name' in error &&
    error.name === 'DataError' &&
    'code' in error
  ) {
    return error.code as DataErrorCode;
  }
  return error instanceof TypeError ? 'offline' : 'server';
}
