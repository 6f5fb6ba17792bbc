import { errorWords } from './error-words.ts';
import type { Level, Log } from './log.ts';
import { currentRequest } from './request-record.ts';

/** Objects may be rows. */
const asWords = (value: unknown): string =>
  typeof value === 'object' && value !== null && !(value instanceof Error) ? '{…}' : errorWords(value);

/**
 * What packages print goes through the log: what they say of a request that is being answered stands in its line, and
 * only if the request fails. For the process of `npm start` only: the console is its one.
 */
export function captureConsole(log: Log): void {
  const through =
    (level: Level) =>
    (...values: unknown[]) => {
      const words = values.map(asWords).join(' ');
      const record = currentRequest();
      if (record) record.trouble = words;
      else log[level](words);
    };
  console.warn = through('warn');
  console.error = through('error');
}
