import { useEffect, useEffectEvent, type RefObject } from 'react';

/**
 * Shortcuts of a form, by letter: Alt with it, from any field of the dialog that holds the element. By the key's place,
 * since Alt composes other letters on a Mac. There it may also begin one, 'ñ' with N: such a key is the writer's.
 */
export function useAltKeys(
  element: RefObject<HTMLElement | null>,
  keys: Readonly<Record<string, () => void>>,
): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { altKey, ctrlKey, metaKey, shiftKey, code, key, target } = event;
    const press = keys[code.replace('Key', '')];
    if (!press || !altKey || ctrlKey || metaKey || shiftKey || key === 'Dead' || event.defaultPrevented)
      return;
    const scope = element.current?.closest('[role="dialog"]');
    if (!scope || !(target instanceof Node) || !scope.contains(target)) return;
    event.preventDefault();
    if (!event.repeat) press();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
