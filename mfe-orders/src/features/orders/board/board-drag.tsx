import { useEffect, useEffectEvent, type RefObject } from 'react';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { BoardColumn } from '@taller/shared/orders/work/board-columns.ts';

import styles from './board.module.css';
import { dragByFinger } from './drag-by-finger.ts';

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

const columnOf = (element: Element | null | undefined): BoardColumn | null =>
  element instanceof HTMLElement ? ((element.dataset.column as BoardColumn | undefined) ?? null) : null;

/** Lets mouse and finger move the board's cards: everything that it does can be done by key and by menu. */
export function BoardDrag({ board, cards, onStart, onOver, onDrop }: BoardDragProps) {
  const handleStart = useEffectEvent(onStart);
  const handleOver = useEffectEvent(onOver);
  const handleDrop = useEffectEvent(onDrop);
  useEffect(() => {
    const all = (selector: string) => [...(board.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
    const columnAt = ({
      dropTargets: [target],
    }: {
      dropTargets: { element: Element }[];
    }): BoardColumn | null => columnOf(target?.element);
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
  // Not for each change of the cards, which would end the press of a finger.
  useEffect(() => {
    if (!board.current) return undefined;
    return dragByFinger(board.current, styles.ghost ?? '', {
      onStart: (card) => handleStart(idOf(card)),
      onOver: (column) => handleOver(columnOf(column)),
      onDrop: (card, column) => handleDrop(idOf(card), columnOf(column)),
    });
  }, [board]);
  return null;
}
