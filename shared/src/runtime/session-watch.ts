import { getSession } from '#src/runtime/session-store.ts';
import { refreshCurrentUser } from '#src/runtime/session.ts';

/** How often a page that is looked at asks whether its user still exists, in ms. */
const WATCH_MS = 30_000;

/**
 * Reads the own profile again every 30 s while the page is in view, and when it comes into view. A deleted user is signed out by it, a new role
 * takes effect (ORD-14): tokens alone would go on until they run out.
 *
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
