/**
 * Result of a call to the authentication server. `message` is the server's, `code` its code; `offline`,
 * `unavailable` and `unreadable` are our own codes, whose message is not the server's.
 */
export type AuthOutcome = { ok: true } | { ok: false; code: string; message: string };

/** The used part of supabase-js errors. */
interface AuthFailure {
  name: string;
  message: string;
  status?: number;
  code?: string;
}

/** A failure without a response (status 0), a server error, or an unreadable response. */
function codeOf({ name, status, code }: AuthFailure): string {
  if (name === 'AuthUnknownError') return 'unreadable';
  if (status === 0) return 'offline';
  if ((status ?? 0) >= 500) return 'unavailable';
  return code ?? '';
}

/** The result of a failed call to the authentication server. */
export const refused = (error: AuthFailure) => ({
  ok: false as const,
  code: codeOf(error),
  message: error.message,
});
