import { withRequestCode } from '#src/values/request-code.ts';
import {
  dataErrorCode,
  isOtherVersion,
  replyOf,
  wasSentOtherwise,
  type DataErrorCode,
} from './data-error.ts';

/** A screen's text for each code; `otherwise` for codes that it does not list. */
export interface FailureTexts extends Readonly<Partial<Record<DataErrorCode, string>>> {
  readonly otherwise: string;
}

/** Default texts for screens that do not define their own. */
export const USUAL = {
  offline: 'No hay conexión con el servidor. Revisa tu internet e intenta de nuevo.',
  forbidden: 'Acceso no autorizado.',
} as const;

/** Follows a screen's own sentence. */
export const UNREADABLE = 'La respuesta del servidor no se pudo leer: espera un momento e intenta de nuevo.';

/** Follows a screen's own sentence where the database does not know what the page asks for. */
export const DIFFERENT_VERSIONS =
  'La página y la base de datos de la tienda son de versiones distintas: recarga la página y, si sigue igual, avisa a quien administra el sitio.';

/** A cause is not guessed: only a request without any answer is told as a missing connection. */
const isOtherReply = (error: unknown): boolean =>
  dataErrorCode(error) === 'offline' && replyOf(error) !== 'none';

/**
 * The server's message if it comes from its own rules, in Spanish. Messages of PostgreSQL and of libraries are English
 * and give null.
 */
function ownWords(error: unknown): string | null {
  const message = error instanceof Error ? error.message : '';
  const isOurs = /^[A-ZÁÉÍÓÚÑ].*[.]$/s.test(message);
  return isOurs && !/violates|permission denied|invalid input/.test(message) ? message : null;
}

/** Codes for which the server's own message, if any, takes precedence; all of them with `always`. */
type Told = readonly DataErrorCode[] | 'always';

/** The message for a failure, if the screen or the server has one; null otherwise. */
export function knownFailure(
  error: unknown,
  texts: Readonly<Partial<Record<DataErrorCode, string>>>,
  told: Told = [],
): string | null {
  const code = dataErrorCode(error);
  const own = told === 'always' || wasSentOtherwise(error) || told.includes(code) ? ownWords(error) : null;
  const said = isOtherReply(error) ? texts.server : texts[code];
  return own ?? (said === undefined ? null : withRequestCode(said, error));
}

/**
 * The message for a failure.
 * @param texts the screen's texts by code; a single text applies to all but missing responses and permissions.
 */
export function failureText(error: unknown, texts: FailureTexts | string, told: Told = []): string {
  const said: FailureTexts = typeof texts === 'string' ? { ...USUAL, otherwise: texts } : texts;
  const text = knownFailure(error, said, told) ?? withRequestCode(said.otherwise, error);
  if (isOtherVersion(error)) return `${text} ${DIFFERENT_VERSIONS}`;
  return isOtherReply(error) && replyOf(error) === 'unreadable' ? `${text} ${UNREADABLE}` : text;
}
