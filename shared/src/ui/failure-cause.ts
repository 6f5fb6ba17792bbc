/** Why a part is not shown: its code did not come, is not there, came changed, or threw. */
export type FailureCause = 'offline' | 'load' | 'gone' | 'changed' | 'error';

/** What browsers say of a script or style sheet that did not come, or not whole. */
const NOT_COME = /fetch|dynamically imported|module script|load failed|did not (?:load|arrive)/i;

/** The cause of a failure, from the error that a boundary has caught. */
export function failureCause(error: unknown): FailureCause {
  if (!navigator.onLine) return 'offline';
  if (!(error instanceof Error)) return 'error';
  if (error.cause !== undefined) return failureCause(error.cause);
  // What the shell says of a file whose hash is another one (shell/src/remotes/stylesheets.ts).
  if (error.message.endsWith(' is not what was published')) return 'changed';
  // What the shell and a remote say of a file that the server does not have.
  if (error.message.endsWith(' is not on the server')) return 'gone';
  // A script that was cut off, or a page in its place.
  return error instanceof SyntaxError || NOT_COME.test(error.message) ? 'load' : 'error';
}
