import { isDue, isOutdated, checkForRelease, noteDeparture } from '#src/remotes/registry.ts';
import { findRoute } from '#src/routing/resolve-screen.ts';

/** Maximum delay of a click for the check whether something was published. */
const PATIENCE_MS = 500;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Path of the current screen; null before the first one. */
let shown: string | null = null;

/** Called with its path when a screen has been shown. */
export function arrivedAt(pathname: string): void {
  shown = pathname;
}

/**
 * Whether the navigation shows another screen. A dialog over the same screen does not count: the screen behind it
 * stays.
 */
export function isOtherScreen(pathname: string): boolean {
  if (shown === null || pathname === shown) return false;
  return !findRoute(shown)?.modal && !findRoute(pathname)?.modal;
}

/** The internal link that a click follows in the same tab, to another screen. */
function followedLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.origin !== location.origin || link.hasAttribute('download')) return null;
  if (link.target !== '' && link.target !== '_self') return null;
  return isOtherScreen(link.pathname) ? link : null;
}

/** Checks for a publication, for half a second at most, and returns whether the next screen must be a document load. */
async function mustLeave(): Promise<boolean> {
  await Promise.race([checkForRelease(), pause(PATIENCE_MS)]);
  return isOutdated();
}

let passing = false;

/** Re-dispatches a blocked event for the router. */
function letPass(repeat: () => void): void {
  passing = true;
  repeat();
  passing = false;
}

async function follow(link: HTMLAnchorElement): Promise<void> {
  if ((await mustLeave()) || !link.isConnected) {
    noteDeparture();
    location.assign(link.href);
  } else {
    letPass(() => link.click());
  }
}

function onClick(event: MouseEvent): void {
  const link = passing ? null : followedLink(event);
  if (!link) return;
  if (isOutdated()) {
    // The router must not handle the click: the browser then loads a document of the new release.
    event.stopPropagation();
    noteDeparture();
    return;
  }
  if (!isDue()) return;
  event.preventDefault();
  event.stopPropagation();
  void follow(link);
}

async function goBackOrForward(): Promise<void> {
  if (await mustLeave()) {
    noteDeparture();
    location.reload();
  } else {
    letPass(() => dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown })));
  }
}

function onPopState(event: PopStateEvent): void {
  if (passing || !isOtherScreen(location.pathname)) return;
  if (!isOutdated() && !isDue()) return;
  event.stopImmediatePropagation();
  void goBackOrForward();
}

/**
 * Makes tabs opened before a publication load the new version on their next navigation to another screen: a link, back
 * or forward loads a document instead. The current screen keeps its build, whose files stay on the site. Must be called
 * before the router starts, which must not see the events first.
 */
export function followReleases(): void {
  document.addEventListener('click', onClick, true);
  window.addEventListener('popstate', onPopState);
  document.addEventListener('pointerdown', () => void checkForRelease(), true);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void checkForRelease();
  });
}
