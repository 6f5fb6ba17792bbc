import { errorWords } from './error-words.ts';
import type { Level, Log } from './log.ts';
import { currentRequest } from './request-record.ts';

/** Objects may be rows. */
const asWords = (value: unknown): string =>
  typeof value === 'object' && value !== null && !(value instanceof Error) ? '{…}' : errorWords(value);

/**
 * Routes console output of packages to the log: output during a request is added to that request's line, and only if
 * the request fails. Only for the process of `npm start`, since the console is global.
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
