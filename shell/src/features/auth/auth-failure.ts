import type { AuthOutcome } from '@taller/shared/runtime';
import { authErrorTexts, authTexts } from '#src/texts/auth.ts';

/** What the red box says: in Spanish what it means, and the server's own words where they are others. */
export interface AuthFailure {
  text: string;
  /** The server's message, in whatever language it came; null where `text` is all there is. */
  serverMessage: string | null;
}

/**
 * A refusal of the authentication server. Where it said nothing that a person could use, neither do we repeat it
 * (PUB-14).
 */
export function describeRefusal({ code, message }: Extract<AuthOutcome, { ok: false }>): AuthFailure {
  const kind = isConnectionFailure(message) ? 'offline' : code;
  const ours = kind === 'offline' || kind === 'unavailable' || message === '';
  const text = authErrorTexts[kind] ?? (message ? authTexts.refused : authTexts.unexpected);
  return { text, serverMessage: ours ? null : message };
}

/** What browsers call a request that got no answer: Chromium, Firefox, Safari. */
function isConnectionFailure(message: string): boolean {
  return /failed to fetch|networkerror|load failed/i.test(message);
}

/** Something threw that was not foreseen. */
export function describeUnexpected(cause: unknown): AuthFailure {
  if (cause instanceof Error && isConnectionFailure(cause.message)) {
    return describeRefusal({ ok: false, code: 'offline', message: cause.message });
  }
  console.error('Authentication failed unexpectedly', cause);
  return { text: authTexts.unexpected, serverMessage: null };
}
