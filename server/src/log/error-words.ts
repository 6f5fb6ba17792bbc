import { codeOf, messageOf, StartError } from '../errors/start-error.ts';

/** Errors of the code itself: their words are about names in it. Those of others may quote what was sent. */
const OWN_WORDS = [TypeError, ReferenceError, RangeError, StartError];

/** What the log tells of anything thrown: its kind, its code and where, and its words only if they quote nobody. */
export function errorWords(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : typeof error;
  const hasOwnWords = codeOf(error) === undefined && OWN_WORDS.some((kind) => error instanceof kind);
  const words = [error.name, codeOf(error), hasOwnWords ? messageOf(error) : undefined, framesOf(error)];
  return words.filter(Boolean).join(' ');
}

/** The first lines of the stack, by file and folder. */
function framesOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return frames
    .slice(0, 3)
    .map((line) => line.trim().replace(/(?:file:\/\/)?\/\S*\/([^/\s]+\/[^/\s]+)/, '$1'))
    .join(' ');
}
