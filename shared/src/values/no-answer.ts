/**
 * Messages of Chromium, Firefox and Safari, and of our own fetch, for a request without an answer. Other TypeErrors
 * are bugs.
 */
const NO_ANSWER =
  /failed to fetch|fetch failed|networkerror|network (?:error|connection)|load failed|internet connection|hostname|no answer in time|could not be renewed|was not answered/i;
/** Messages for code that did not load: browsers use the same for a missing file and a missing network. */
const NO_CODE = /dynamically imported|module script/i;

/** Whether a message is that of a request without an answer. */
export const isNoAnswerMessage = (message: string): boolean =>
  NO_ANSWER.test(message) && !NO_CODE.test(message);

/** Whether it is not known if a request was processed; also for code that did not come. A retry may help. */
export function isNoAnswer(error: unknown): boolean {
  if (error instanceof TypeError) return NO_ANSWER.test(error.message) || NO_CODE.test(error.message);
  return error instanceof Error && error.name === 'DataError' && 'code' in error && error.code === 'offline';
}
