import { useState, type FocusEvent, type KeyboardEvent } from 'react';
import { visitDot } from '@taller/shared/orders/device-codes/pattern-lock.ts';

const MOVES: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 };
const MIDDLE = 5;

/** The dot that an arrow leads to; the same one at the lock's edge. */
function dotBeside(dot: number, move: number): number {
  const next = dot + move;
  const leavesRow = Math.abs(move) === 1 && Math.floor((next - 1) / 3) !== Math.floor((dot - 1) / 3);
  return next < 1 || next > 9 || leavesRow ? dot : next;
}

interface PatternKeys {
  disabled: boolean;
  dots: readonly number[];
  onChange: (dots: readonly number[]) => void;
}

/** Draws a pattern with the keyboard: arrows move, space marks, the delete keys take back. `cursor` is its dot. */
export function usePatternKeys({ disabled, dots, onChange }: PatternKeys) {
  const [cursor, setCursor] = useState<number | null>(null);
  const handlers = {
    onKeyDown: (event: KeyboardEvent) => {
      if (disabled) return;
      const now = cursor ?? MIDDLE;
      const move = MOVES[event.key];
      if (move !== undefined) {
        event.preventDefault();
        setCursor(dotBeside(now, move));
      } else if (event.key === ' ' || event.key === 'Enter') {
        event.preventDefault();
        setCursor(now);
        onChange(visitDot(dots, now));
      } else if (event.key === 'Backspace' || event.key === 'Delete') {
        event.preventDefault();
        onChange(event.key === 'Delete' ? [] : dots.slice(0, -1));
      }
    },
    onFocus: (event: FocusEvent) =>
      event.currentTarget.matches(':focus-visible') && setCursor(cursor ?? MIDDLE),
    onBlur: () => setCursor(null),
  };
  return { cursor, hide: () => setCursor(null), handlers };
}
