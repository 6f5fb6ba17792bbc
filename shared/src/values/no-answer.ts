/**
 * What browsers, and our own fetch, say of a request without an answer: Chromium, Firefox, Safari. Other TypeErrors are
 * faults of the code.
 */
const NO_ANSWER =
  /failed to fetch|fetch failed|networkerror|network (?:error|connection)|load failed|internet connection|hostname|no answer in time|could not be renewed|was not answered/i;
/** Code that did not come. Why is not known: the browser says the same of a missing file and of a missing network. */
const NO_CODE = /dynamically imported|module script/i;

/** Whether a message is that of a request without an answer. */
export const isNoAnswerMessage = (message: string): boolean =>
  NO_ANSWER.test(message) && !NO_CODE.test(message);

/** Whether it is not known if a request was processed; also for code that did not come. A retry may help. */
export function isNoAnswer(error: unknown): boolean {
  if (error instanceof TypeError) return NO_ANSWER.test(error.message) || NO_CODE.test(error.message);
  return error instanceof Error && error.name === 'DataError' && 'code' in error && error.code === 'offline';
}
