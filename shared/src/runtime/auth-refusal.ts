/** What supabase-js fails with, as far as it matters here. */
interface AuthFailure {
  name: string;
  message: string;
  status?: number;
  code?: string;
}

/**
 * A failure without an answer (status 0), with one that only tells of the server's trouble, or with one that could not
 * be read.
 */
function codeOf({ name, status, code }: AuthFailure): string {
  if (status === 0) return 'offline';
  if ((status ?? 0) >= 500 || name === 'AuthUnknownError') return 'unavailable';
  return code ?? '';
}

/** The outcome of a failed call to the authentication server. */
export const refused = (error: AuthFailure) => ({
  ok: false as const,
  code: codeOf(error),
  message: error.message,
});
