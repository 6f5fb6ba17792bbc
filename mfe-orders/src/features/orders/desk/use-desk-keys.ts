import { useEffect, useEffectEvent } from 'react';

interface DeskKeys {
  onSearch: () => void;
  onNewOrder?: () => void;
  /** ArrowDown outside the list moves the focus into it. */
  onEnterList: () => void;
}

/**
 * The desk's keyboard shortcuts: `/` searches, `n` creates an order, the arrow moves to the list. Disabled while typing
 * and under a dialog.
 */
export function useDeskKeys({ onSearch, onNewOrder, onEnterList }: DeskKeys) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return;
    const { target } = event;
    const typing =
      target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
    const searching = target instanceof HTMLInputElement && target.type === 'search';
    if (event.key === 'ArrowDown' && (searching || target === document.body)) {
      event.preventDefault();
      onEnterList();
    } else if (typing) {
      return;
    } else if (event.key === '/') {
      event.preventDefault();
      onSearch();
    } else if (event.key === 'n') {
      event.preventDefault();
      onNewOrder?.();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
