import { toDataError, type DataError } from './data-error.ts';

/**
 * Classifies a failed call of a server function. supabase-js keeps the response separate from its own message: a 500
 * has the request id for the server's log.
 */
export function functionFailure(error: Error & { context?: unknown }): DataError {
  const { context } = error;
  const answer = typeof context === 'object' && context !== null && 'status' in context ? context : null;
  const status = Number(answer?.status ?? 0);
  const id = status === 500 && answer instanceof Response ? answer.headers.get('x-request-id') : null;
  return toDataError({ message: error.message + (id ? ` (código ${id})` : '') }, status);
}
