import { isNoAnswerMessage } from '@taller/shared/values/no-answer.ts';
import type { AuthOutcome } from '@taller/shared/runtime';
import { authErrorTexts, authTexts } from '#src/texts/auth.ts';

/** The text of the error box: in Spanish, and below it a message of the server for which there is no Spanish one. */
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
  const known = texts[kind] ?? authErrorTexts[kind];
  if (known !== undefined || message === '')
    return { text: known ?? authTexts.unexpected, serverMessage: null };
  return { text: authTexts.refused, serverMessage: message };
}

/** An unexpected exception. */
export function describeUnexpected(cause: unknown): AuthFailure {
  if (cause instanceof Error && isNoAnswerMessage(cause.message)) {
    return describeRefusal({ ok: false, code: 'offline', message: cause.message });
  }
  console.error('Authentication failed unexpectedly', cause);
  return { text: authTexts.unexpected, serverMessage: null };
}
