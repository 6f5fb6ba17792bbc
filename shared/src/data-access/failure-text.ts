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

/** Sentences for a reply without a verdict; each may follow a screen's own sentence. */
const REPLIES = {
  failed: 'El servidor no pudo responder: espera un momento e intenta de nuevo.',
  unreadable: 'La respuesta del servidor no se pudo leer: espera un momento e intenta de nuevo.',
} as const;
const SAYS_TRY_AGAIN = /vuelve a intentar|int[ée]ntalo|intenta de nuevo/i;

/** Follows a screen's own sentence if the database lacks an object that the page requests. */
export const DIFFERENT_VERSIONS =
  'La página y la base de datos de la tienda son de versiones distintas: recarga la página y, si sigue igual, avisa a quien administra el sitio.';

/** Causes are not guessed: only a request without any answer is reported as a missing connection. */
function otherReply(error: unknown): keyof typeof REPLIES | null {
  const reply = dataErrorCode(error) === 'offline' ? replyOf(error) : 'none';
  return reply === 'none' ? null : reply;
}

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
  const reply = otherReply(error);
  const said = reply === null ? texts[code] : texts.offline && (texts.server ?? REPLIES[reply]);
  return own ?? (said === undefined ? null : withRequestCode(said, error));
}

/** A screen with one text for every failure does not say why the server refused: the server does. */
const TOLD_BESIDE_ONE_TEXT: Told = ['invalid', 'not-found'];

/**
 * The message for a failure.
 * @param texts the screen's texts by code; a single text applies to all but missing responses, permissions and what the
 * server refuses with a sentence of its own.
 */
export function failureText(
  error: unknown,
  texts: FailureTexts | string,
  told: Told = typeof texts === 'string' ? TOLD_BESIDE_ONE_TEXT : [],
): string {
  const said: FailureTexts = typeof texts === 'string' ? { ...USUAL, otherwise: texts } : texts;
  const reply = otherReply(error);
  if (reply !== null && said.server === undefined) {
    const { otherwise } = said;
    const isWhole = reply === 'failed' && SAYS_TRY_AGAIN.test(otherwise);
    return withRequestCode(isWhole ? otherwise : `${otherwise} ${REPLIES[reply]}`, error);
  }
  const text = knownFailure(error, said, told) ?? withRequestCode(said.otherwise, error);
  return isOtherVersion(error) ? `${text} ${DIFFERENT_VERSIONS}` : text;
}
