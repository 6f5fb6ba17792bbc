import { codeOf, messageOf, StartError } from '../errors/start-error.ts';

/** Errors of this code: their messages contain only identifiers. Messages of other errors may quote request data. */
const OWN_WORDS = [TypeError, ReferenceError, RangeError, StartError];

/**
 * Describes anything thrown for the log: type, code and location, and the message only if it contains no request data.
 */
export function errorWords(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : typeof error;
  const hasOwnWords = codeOf(error) === undefined && OWN_WORDS.some((kind) => error instanceof kind);
  const words = [error.name, codeOf(error), hasOwnWords ? messageOf(error) : undefined, framesOf(error)];
  return words.filter(Boolean).join(' ');
}

/** The first stack frames, as file and folder. */
function framesOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return frames
    .slice(0, 3)
    .map((line) => line.trim().replace(/(?:file:\/\/)?\/\S*\/([^/\s]+\/[^/\s]+)/, '$1'))
    .join(' ');
}
