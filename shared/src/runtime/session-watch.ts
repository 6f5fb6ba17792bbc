import { getSession } from '#src/runtime/session-store.ts';
import { refreshCurrentUser } from '#src/runtime/session.ts';

/** Polling interval of a visible page that checks whether its user still exists, in ms. */
const WATCH_MS = 30_000;

/**
 * Reloads the own profile every 30 s while the page is visible, and when it becomes visible. Signs a deleted user out
 * and applies a new role (ORD-14): tokens alone would stay valid until they expire.
 * @returns a function that stops it.
 */
export function watchSession(): () => void {
  const check = () => {
    if (document.visibilityState !== 'visible' || getSession().status !== 'signed-in') return;
    refreshCurrentUser().catch((reason: unknown) => console.warn('The session ended', reason));
  };
  const timer = setInterval(check, WATCH_MS);
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
  };
}
