import { useEffect, type RefObject } from 'react';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [role="dialog"]') !== null;

/** Hook: what a scanner types while no field has the focus goes to this one, so that its Enter presses no button. */
export function useScanFocus(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const catchScan = (event: KeyboardEvent) => {
      const isCharacter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isCharacter && event.key !== ' ' && !isTyping(event.target)) field.current?.focus();
    };
    document.addEventListener('keydown', catchScan);
    return () => document.removeEventListener('keydown', catchScan);
  }, [field]);
}
