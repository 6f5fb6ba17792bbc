import { useEffect } from 'react';
import { whenIdle } from '@taller/shared/ui/when-idle.ts';

/** Head start for what the screen itself still loads, in ms. */
const HEAD_START_MS = 3000;

/**
 * Loads dialogs some time after the screen is shown: they open at once then, also if the connection is lost.
 * @param dialogs the same list in each call.
 */
export function usePreloaded(dialogs: readonly { preload: () => void }[], isShown = true): void {
  useEffect(() => {
    if (!isShown) return undefined;
    let cancel = () => {};
    const timer = setTimeout(() => {
      cancel = whenIdle(() => dialogs.forEach(({ preload }) => preload()));
    }, HEAD_START_MS);
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [dialogs, isShown]);
}
