import { useEffect, useState } from 'react';
import { hasToasts } from '@taller/shared/runtime/toast.ts';
import { arrivedAt, isOtherScreen } from '#src/remotes/next-release.ts';
import { isOutdated, noteDeparture } from '#src/remotes/registry.ts';

/**
 * Turns a programmatic navigation, after a sign-in or a row's click, into a document load if something was published.
 * Does nothing while a toast is shown, which would be lost: the next navigation does it.
 * @returns whether the page is being left.
 */
export function useNextRelease(pathname: string): boolean {
  const [{ decidedFor, leaving }, decide] = useState({ decidedFor: pathname, leaving: false });
  // During rendering, so that the obsolete screen is not mounted.
  if (decidedFor !== pathname) {
    decide({
      decidedFor: pathname,
      leaving: isOutdated() && !hasToasts() && isOtherScreen(pathname),
    });
  }
  useEffect(() => {
    if (!leaving) {
      arrivedAt(pathname);
      return;
    }
    noteDeparture();
    location.reload();
  }, [leaving, pathname]);
  return leaving;
}
