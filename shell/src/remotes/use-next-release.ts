import { useEffect, useState } from 'react';
import { hasToasts } from '@taller/shared/runtime/toast.ts';
import { arrivedAt, isOtherScreen } from '#src/remotes/next-release.ts';
import { isOutdated, noteDeparture } from '#src/remotes/registry.ts';

/**
 * Makes a step that the code took, after a sign-in or a row's click, a document as well when something was published. Not while a message is shown: it would be
 * lost, and the step after this one does as well.
 * @returns whether the page is being left.
 */
export function useNextRelease(pathname: string): boolean {
  const [{ decidedFor, leaving }, decide] = useState({ decidedFor: pathname, leaving: false });
  // While rendering, so that the screen that is left for its new version is not begun.
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
