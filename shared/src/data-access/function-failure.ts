import { toDataError, type DataError } from './data-error.ts';

/**
 * The classified form of a failed call of a server function. supabase-js keeps the answer beside its own words: a 500 has the
 * id by which the server's log finds the request.
 */
export function functionFailure(error: Error & { context?: unknown }): DataError {
  const { context } = error;
  const answer = typeof context === 'object' && context !== null && 'status' in context ? context : null;
  const status = Number(answer?.status ?? 0);
  const id = status === 500 && answer instanceof Response ? answer.headers.get('x-request-id') : null;
  return toDataError({ message: error.message + (id ? ` (código ${id})` : '') }, status);
}
