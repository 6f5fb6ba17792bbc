import { useRef, type RefObject } from 'react';

/** Moves the focus between rows of a windowed list, by their index. */
export function useRowFocus(box: RefObject<HTMLElement | null>, scrollToRow: (index: number) => void) {
  /** The row to be focused: it may be rendered only some frames after scrolling. */
  const target = useRef<number | null>(null);
  const focusRow = (index: number) => {
    target.current = index;
    scrollToRow(index);
    const attempt = (frames: number) => {
      if (target.current !== index) return;
      const link = box.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-order-link]`);
      if (link || frames === 0) target.current = null;
      else requestAnimationFrame(() => attempt(frames - 1));
      link?.focus({ preventScroll: true });
    };
    attempt(30);
  };
  /** The row that has the focus or is about to get it; -1 for none. */
  const focusedRow = (element: HTMLElement) =>
    target.current ?? Number(element.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1);
  return { focusRow, focusedRow };
}
