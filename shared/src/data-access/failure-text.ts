import { withRequestCode } from '#src/values/request-code.ts';
import { dataErrorCode, wasSentOtherwise, type DataErrorCode } from './data-error.ts';

/** What a screen says to a failure of each code; `otherwise` to those that it does not name. */
export interface FailureTexts extends Readonly<Partial<Record<DataErrorCode, string>>> {
  readonly otherwise: string;
}

/** What is said where a screen has no words of its own for these. */
const USUAL = {
  offline: 'No hay conexión con el servidor. Revisa tu internet e intenta de nuevo.',
  forbidden: 'Acceso no autorizado.',
} as const;

/**
 * The server's own words, where its rules wrote them: Spanish sentences. PostgreSQL's, and those of libraries, are
 * English and null here.
 */
function ownWords(error: unknown): string | null {
  const message = error instanceof Error ? error.message : '';
  const isOurs = /^[A-ZÁÉÍÓÚÑ].*[.]$/s.test(message);
  return isOurs && !/violates|permission denied|invalid input/.test(message) ? message : null;
}

/**
 * What failed, for a person.
 * @param texts the screen's words by code; one text alone for everything but no answer and no permission.
 * @param told codes at which the server's own words, where there are any, come before the screen's; all of them with `always`.
 */
export function failureText(
  error: unknown,
  texts: FailureTexts | string,
  told: readonly DataErrorCode[] | 'always' = [],
): string {
  const code = dataErrorCode(error);
  const own = told === 'always' || wasSentOtherwise(error) || told.includes(code) ? ownWords(error) : null;
  const said: FailureTexts = typeof texts === 'string' ? { ...USUAL, otherwise: texts } : texts;
  return own ?? withRequestCode(said[code] ?? said.otherwise, error);
}
