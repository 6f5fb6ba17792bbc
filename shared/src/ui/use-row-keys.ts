import { useRef, type KeyboardEvent, type RefObject } from 'react';

/** Controls that have a use for these keys themselves. */
const OWN_KEYS = 'input:not([type="checkbox"]), select, textarea, [aria-haspopup], [contenteditable]';
/** The first of these in a row stands for it. */
const MAIN_CONTROL = 'a[href], button:not(:disabled)';

/** Hook: moves the focus between a list's rows, by their index. */
export function useRowFocus(
  box: RefObject<HTMLElement | null>,
  /** Brings a row of a windowed list into view. */
  scrollToRow?: (index: number) => void,
) {
  /** The row to be focused: it may be rendered only some frames after scrolling. */
  const target = useRef<number | null>(null);
  const focusRow = (index: number) => {
    target.current = index;
    scrollToRow?.(index);
    const attempt = (frames: number) => {
      if (target.current !== index) return;
      const row = box.current?.querySelector(`[data-index="${index}"]`);
      const control = row?.querySelector<HTMLElement>(MAIN_CONTROL);
      if (control || frames === 0) target.current = null;
      else requestAnimationFrame(() => attempt(frames - 1));
      control?.focus({ preventScroll: scrollToRow !== undefined });
    };
    attempt(scrollToRow ? 30 : 0);
  };
  /** The row that has the focus or is about to get it; -1 for none. */
  const focusedRow = (element: HTMLElement) =>
    target.current ?? Number(element.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1);
  return { focusRow, focusedRow };
}

/** The row that a key leads to: arrows, Home, End. */
export const nextRow = (key: string, current: number, last: number): number | undefined =>
  ({ ArrowDown: current + 1, ArrowUp: Math.max(0, current - 1), Home: 0, End: last })[key];

/** Hook: arrows, Home and End move between a list's rows. Enter opens, and Tab reaches a row's other controls. */
export function useRowKeys(
  box: RefObject<HTMLElement | null>,
  rowCount: number,
  scrollToRow?: (index: number) => void,
) {
  const { focusRow, focusedRow } = useRowFocus(box, scrollToRow);
  return (event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || target.matches(OWN_KEYS) || event.defaultPrevented) return;
    const current = focusedRow(target);
    const next = current < 0 ? undefined : nextRow(event.key, current, rowCount - 1);
    if (next === undefined || next >= rowCount) return;
    event.preventDefault();
    focusRow(next);
  };
}
