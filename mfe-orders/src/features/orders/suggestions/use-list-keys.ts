import { useId, useState, type KeyboardEvent } from 'react';

/** State and keyboard of a list. */
export interface ListKeys {
  listId: string;
  /** Place of the marked option; -1 for none. */
  active: number;
  optionId: (at: number) => string;
  mark: (at: number) => void;
  /** Handles arrows, Enter and Escape. */
  handleKey: (event: KeyboardEvent) => void;
}

interface ListKeysOptions {
  /** Options shown; 0 while the list is closed. */
  count: number;
  /** The search text of the list; a change marks the first option again. */
  query: string;
  /** The option that is marked at first: -1 where Enter keeps what was typed. */
  first: 0 | -1;
  onPick: (at: number) => void;
  onClose: () => void;
  /** Opens the list by an arrow key, where it can be. */
  onOpen?: () => void;
}

/**
 * Keyboard of a list that belongs to a text field: the focus stays in the field (WAI-ARIA: combobox, listbox popup).
 */
export function useListKeys({ count, query, first, onPick, onClose, onOpen }: ListKeysOptions): ListKeys {
  const listId = useId();
  const [marked, setMarked] = useState<{ query: string; at: number }>({ query, at: first });
  const at = marked.query === query ? marked.at : first;
  const active = count === 0 ? -1 : Math.min(at, count - 1);
  const mark = (place: number) => setMarked({ query, at: place });
  const handleKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, nativeEvent } = event;
    // Ctrl+Enter saves; keys that compose a letter are not the list's.
    if (ctrlKey || metaKey || altKey || nativeEvent.isComposing) return;
    if (count === 0) {
      if (key === 'ArrowDown') onOpen?.();
      return;
    }
    if (key === 'ArrowDown') mark(active + 1 >= count ? 0 : active + 1);
    else if (key === 'ArrowUp') mark(active <= 0 ? count - 1 : active - 1);
    else if (key === 'Enter' && active >= 0) onPick(active);
    else if (key === 'Escape') {
      // The dialog around it stays open.
      event.stopPropagation();
      onClose();
    } else return;
    event.preventDefault();
  };
  return { listId, active, optionId: (place) => `${listId}-${place}`, mark, handleKey };
}
