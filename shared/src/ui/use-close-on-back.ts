import { useEffect, useEffectEvent } from 'react';
import { watchTraversal } from './navigation-api.ts';

/** Open layers in the order in which they opened; Back closes the last. */
const open: symbol[] = [];

/**
 * While `active`, the browser's Back calls `close` and stays on the page, as on a phone it closes what lies over the
 * screen. If several are open, only the last one closes.
 */
export function useCloseOnBack(active: boolean, close: () => void): void {
  const handleBack = useEffectEvent(close);
  useEffect(() => {
    if (!active) return undefined;
    const self = Symbol('open');
    open.push(self);
    const stop = watchTraversal((event, { isBack }) => {
      if (!isBack || event.defaultPrevented || open.at(-1) !== self) return;
      event.preventDefault();
      handleBack();
    });
    return () => {
      open.splice(open.indexOf(self), 1);
      stop();
    };
  }, [active]);
}
