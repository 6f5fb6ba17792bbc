import { useEffect, useEffectEvent, type RefObject } from 'react';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { BoardColumn } from '@taller/shared/orders/work/board-columns.ts';

export interface BoardDragProps {
  /** Its cards are `[data-card]`, its columns `[data-column]`. */
  board: RefObject<HTMLElement | null>;
  /** The cards, by their ids. */
  cards: ReadonlyMap<string, unknown>;
  onStart: (id: string) => void;
  /** The column under the pointer; null for none. */
  onOver: (column: BoardColumn | null) => void;
  /** Over no column: null. */
  onDrop: (id: string, column: BoardColumn | null) => void;
}

const idOf = (element: Element) => (element instanceof HTMLElement ? (element.dataset.card ?? '') : '');

/** Lets the mouse move the board's cards: everything that it does can be done by key and by menu. */
export function BoardDrag({ board, cards, onStart, onOver, onDrop }: BoardDragProps) {
  const handleStart = useEffectEvent(onStart);
  const handleOver = useEffectEvent(onOver);
  const handleDrop = useEffectEvent(onDrop);
  useEffect(() => {
    const all = (selector: string) => [...(board.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
    const columnAt = ({ dropTargets }: { dropTargets: { element: Element }[] }): BoardColumn | null => {
      const [target] = dropTargets;
      return target?.element instanceof HTMLElement
        ? ((target.element.dataset.column as BoardColumn | undefined) ?? null)
        : null;
    };
    return combine(
      ...all('[data-card]')
        .filter((element) => cards.has(idOf(element)))
        .map((element) => draggable({ element })),
      ...all('[data-column]').map((element) => dropTargetForElements({ element })),
      monitorForElements({
        canMonitor: ({ source }) => board.current?.contains(source.element) ?? false,
        onDragStart: ({ source }) => handleStart(idOf(source.element)),
        onDropTargetChange: ({ location }) => handleOver(columnAt(location.current)),
        onDrop: ({ source, location }) => handleDrop(idOf(source.element), columnAt(location.current)),
      }),
    );
  }, [board, cards]);
  return null;
}
