import { withRequestCode } from '#src/values/request-code.ts';
import { dataErrorCode, wasSentOtherwise, type DataErrorCode } from './data-error.ts';

/** What a screen says to a failure of each code; `otherwise` to those that it does not name. */
export interface FailureTexts extends Readonly<Partial<Record<DataErrorCode, string>>> {
  readonly otherwise: string;
}

/**
 * The server's own words, where its rules wrote them: Spanish sentences. PostgreSQL's, and those of libraries, are
 * English and null here.
 */
export function ownWords(error: unknown): string | null {
  const message = error instanceof Error ? error.message : '';
  const isOurs = /^[A-ZÁÉÍÓÚÑ].*[.]$/s.test(message);
  return isOurs && !/violates|permission denied|invalid input/.test(message) ? message : null;
}

/**
 * What failed, for a person.
 * @param told codes at which the server's own words, where there are any, come before the screen's.
 */
export function failureText(
  error: unknown,
  texts: FailureTexts,
  told: readonly DataErrorCode[] = [],
): string {
  const code = dataErrorCode(error);
  const own = wasSentOtherwise(error) || told.includes(code) ? ownWords(error) : null;
  return own ?? withRequestCode(texts[code] ?? texts.otherwise, error);
}
