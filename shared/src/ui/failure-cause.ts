/** Reasons why a part is not shown: its code did not load, does not exist, was changed, or threw. */
export type FailureCause = 'offline' | 'load' | 'gone' | 'changed' | 'error';

/** Browsers' messages for a script or style sheet that did not load, or not completely. */
const NOT_COME = /fetch|dynamically imported|module script|load failed|did not (?:load|arrive)/i;

/** The cause of a failure, from the error that a boundary has caught. */
export function failureCause(error: unknown): FailureCause {
  if (!navigator.onLine) return 'offline';
  if (!(error instanceof Error)) return 'error';
  if (error.cause !== undefined) return failureCause(error.cause);
  // The shell's error for a file with another hash (shell/src/remotes/stylesheets.ts).
  if (error.message.endsWith(' is not what was published')) return 'changed';
  // The error of the shell and of a remote for a file that the server does not have.
  if (error.message.endsWith(' is not on the server')) return 'gone';
  // A script that was cut off, or a page in its place.
  return error instanceof SyntaxError || NOT_COME.test(error.message) ? 'load' : 'error';
}
