import { isNoAnswerMessage } from '@taller/shared/values/no-answer.ts';
import type { AuthOutcome } from '@taller/shared/runtime';
import { authErrorTexts, authTexts } from '#src/texts/auth.ts';

/** The text of the error box: the Spanish explanation, and the server's own message if it is a different one. */
export interface AuthFailure {
  text: string;
  /** The server's message, in any language; null if `text` says everything. */
  serverMessage: string | null;
}

/** An error of the authentication server. Messages that do not help users are not shown (PUB-14). */
export function describeRefusal(
  { code, message }: Extract<AuthOutcome, { ok: false }>,
  texts: Readonly<Record<string, string>> = {},
): AuthFailure {
  if (code === 'unreadable') return { text: authTexts.unexpected, serverMessage: null };
  const kind = isNoAnswerMessage(message) ? 'offline' : code;
  const ours = kind === 'offline' || kind === 'unavailable' || message === '';
  const text = texts[kind] ?? authErrorTexts[kind] ?? (message ? authTexts.refused : authTexts.unexpected);
  return { text, serverMessage: ours ? null : message };
}

/** An unexpected exception. */
export function describeUnexpected(cause: unknown): AuthFailure {
  if (cause instanceof Error && isNoAnswerMessage(cause.message)) {
    return describeRefusal({ ok: false, code: 'offline', message: cause.message });
  }
  console.error('Authentication failed unexpectedly', cause);
  return { text: authTexts.unexpected, serverMessage: null };
}
