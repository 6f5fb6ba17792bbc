import { useCallback, useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { toast } from '@taller/shared/runtime';
import type { BoardColumn } from '@taller/shared/orders/work/board-columns.ts';
import type { BoardColumnData } from './board-data.ts';
import { boardTexts } from './texts.ts';

interface BoardKeys {
  board: RefObject<HTMLElement | null>;
  columns: readonly BoardColumnData[];
  /** Whether an order may be moved there. */
  accepts: (id: string, column: BoardColumn) => boolean;
  onMove: (id: string, column: BoardColumn) => void;
}

const MAIN = 'a[href]';
const ARROWS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Hook: keys on a card. Arrows move between cards and columns, with Shift they move the card to the next column that
 * takes it, `m` opens its menu. A card that has moved keeps the focus.
 */
export function useBoardKeys({ board, columns, accepts, onMove }: BoardKeys) {
  /** The card that was moved: its element is another one in its new column. */
  const moved = useRef<string | null>(null);
  const cardAt = (id: string | undefined) =>
    id === undefined ? null : board.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`);
  const focus = (id: string | undefined) => cardAt(id)?.querySelector<HTMLElement>(MAIN)?.focus();
  useEffect(() => {
    if (moved.current !== null && document.activeElement === document.body)
      board.current
        ?.querySelector<HTMLElement>(`[data-card="${CSS.escape(moved.current)}"] ${MAIN}`)
        ?.focus();
  });
  const move = useCallback(
    (id: string, column: BoardColumn) => {
      moved.current = id;
      onMove(id, column);
    },
    [onMove],
  );
  const handlePointer = () => {
    moved.current = null;
  };
  const handleKey = (event: KeyboardEvent) => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches('[aria-haspopup]')) return;
    const id = target.closest<HTMLElement>('[data-card]')?.dataset.card;
    const at = columns.findIndex(({ orders }) => orders.some((order) => order.id === id));
    const here = columns[at];
    if (id === undefined || !here) return;
    const row = here.orders.findIndex((order) => order.id === id);
    const side = ARROWS[key];
    if (key === 'm') cardAt(id)?.querySelector<HTMLElement>('[data-work-menu]')?.click();
    else if (key === 'ArrowDown' || key === 'ArrowUp')
      focus(here.orders[row + (key === 'ArrowDown' ? 1 : -1)]?.id);
    else if (side !== undefined) {
      const others = side < 0 ? columns.slice(0, at).toReversed() : columns.slice(at + 1);
      // A key that is held down moves a card once.
      if (event.shiftKey && event.repeat) return;
      if (event.shiftKey) {
        const next = others.find(({ column }) => accepts(id, column));
        if (next) move(id, next.column);
        else toast.info(boardTexts.refused.end);
      } else {
        const next = others.find(({ orders }) => orders.length > 0);
        focus(next?.orders[Math.min(row, next.orders.length - 1)]?.id);
      }
    } else return;
    event.preventDefault();
  };
  return { handleKey, handlePointer, move };
}
