/**
 * Failures of server calls, classified here; screens map the code to a text. Check `code`, never `instanceof`: each
 * remote bundles its own copy of the class.
 */

import { isNoAnswer, isNoAnswerMessage } from '#src/values/no-answer.ts';

/**
 * - `offline`: no verdict of our server, so the request may or may not have been processed; a retry may help. Whether
 *   anything was answered at all says {@link replyOf}.
 * - `forbidden`: the server's rules deny it (SQLSTATE 42501, HTTP 401 and 403)
 * - `not-found`: the row does not exist, or may not be seen
 * - `conflict`: a concurrent change, or the value is taken (23505, 40001, 40P01)
 * - `invalid`: the server rejected the value (22…, 23…, P0001); its message is in Spanish and may be shown
 * - `server`: anything else
 */
export type DataErrorCode = 'offline' | 'forbidden' | 'not-found' | 'conflict' | 'invalid' | 'server';

/** Received in place of a verdict: nothing, a failure, or what cannot be read. */
export type Reply = 'none' | 'failed' | 'unreadable';

export class DataError extends Error {
  override readonly name = 'DataError';
  readonly code: DataErrorCode;
  /** SQLSTATE or PostgREST code, '' if none. For logs. */
  readonly sqlState: string;
  readonly reply: Reply;

  constructor(code: DataErrorCode, message: string, sqlState = '', reply: Reply = 'none') {
    super(message);
    this.code = code;
    this.sqlState = sqlState;
    this.reply = reply;
  }
}

/** The error part of a supabase-js response. */
interface AnswerError {
  readonly message: string;
  readonly code?: string | null;
  readonly name?: string;
}

/** A supabase-js response to a table or function call. */
export interface Answer<T> {
  readonly data: T;
  readonly error: AnswerError | null;
  /** HTTP status; 0 if the request failed without a response. */
  readonly status: number;
}

/** SQLSTATE of a request whose idempotency key was used with other values (private.claim_request). */
const SENT_OTHERWISE = 'PT409';

/**
 * Codes of PostgREST and PostgreSQL for a function, table, column or relation that is not there: the page asks a
 * database whose migrations are older or newer than it.
 */
const OTHER_VERSION = /^(?:PGRST20[0-5]|42703|42883|42P01)$/;

function replyTo({ name }: AnswerError, sqlState: string, status: number): Reply {
  // An answer that says yes, in words that are not the API's.
  if (name === 'AuthUnknownError' || (sqlState === '' && status >= 200 && status < 300)) return 'unreadable';
  return status === 0 ? 'none' : 'failed';
}

function classify(sqlState: string, status: number, reply: Reply): DataErrorCode {
  if (reply !== 'failed' || status === 502 || status === 503 || status === 504) return 'offline';
  // No response from the database: something in between failed, before or after the change.
  if (status >= 500 && sqlState === '') return 'offline';
  if (sqlState === SENT_OTHERWISE) return 'invalid';
  if (sqlState === '42501' || status === 401 || status === 403) return 'forbidden';
  if (OTHER_VERSION.test(sqlState)) return 'server';
  if (sqlState === 'PGRST116' || sqlState === 'P0002' || status === 404) return 'not-found';
  if (/^(?:23505|40001|40P01)$/.test(sqlState) || status === 409) return 'conflict';
  return /^(?:22|23|P0001)/.test(sqlState) ? 'invalid' : 'server';
}

/** Classifies a response's error. */
export function toDataError(error: AnswerError, status: number): DataError {
  const sqlState = error.code ?? '';
  const reply = replyTo(error, sqlState, status);
  return new DataError(classify(sqlState, status, reply), error.message, sqlState, reply);
}

/**
 * The data of a response; null only where a successful one may be, as with maybeSingle.
 * @throws DataError if it has an error.
 */
export function unwrap<A extends Answer<unknown>>(answer: A): Extract<A, { error: null }>['data'] {
  if (answer.error) throw toDataError(answer.error, answer.status);
  return answer.data;
}

/** Whether a mutation was rejected because an earlier submit of the same form has arrived with other values. */
export const wasSentOtherwise = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'sqlState' in error && error.sqlState === SENT_OTHERWISE;

/** Whether the database lacks an object that the page requests, since their versions differ. */
export const isOtherVersion = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'sqlState' in error &&
  OTHER_VERSION.test(String(error.sqlState));

/** The kind of reply behind an error with the code `offline`. */
export function replyOf(error: unknown): Reply {
  if (typeof error === 'object' && error !== null && 'reply' in error) return error.reply as Reply;
  return error instanceof TypeError && !isNoAnswerMessage(error.message) ? 'failed' : 'none';
}

/** The code of any error of a query or mutation; a failed dynamic import or /config.json counts as `offline`. */
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
  return isNoAnswer(error) ? 'offline' : 'server';
}

/** Failures after a long wait, which are not worth a second try: a request's time-out, a session's renewal. */
const WAITED_LONG = /no answer in time|could not be renewed/i;

/** Whether a request without an answer has taken as long as anybody waits in silence. */
export const hasWaitedLong = (error: unknown): boolean =>
  error instanceof Error && WAITED_LONG.test(error.message);
