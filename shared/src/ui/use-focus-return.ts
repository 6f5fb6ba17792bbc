import { useState, type RefObject } from 'react';

const FOCUSABLE = ['button', 'input', 'select', 'textarea']
  .map((tag) => `${tag}:not(:disabled)`)
  .concat('a[href]', '[tabindex="0"]')
  .join();

/** An element, the page it is on, and its place in each element around it, from the inside out. */
interface Place {
  element: Element | null;
  path: string;
  around: readonly { parent: Element; index: number }[];
}

function placeOf(element: Element | null): Place {
  const around: { parent: Element; index: number }[] = [];
  for (let inner = element; inner?.parentElement && inner !== document.body; inner = inner.parentElement)
    around.push({ parent: inner.parentElement, index: [...inner.parentElement.children].indexOf(inner) });
  return { element, path: location.pathname, around };
}

/** The first thing to use in an element, which may be it. */
const usable = (element: Element | undefined): HTMLElement | null => {
  if (!element) return null;
  return element.matches(FOCUSABLE)
    ? (element as HTMLElement)
    : element.querySelector<HTMLElement>(FOCUSABLE);
};

/**
 * The element, or what is nearest to its place if it has gone: what came after it, else what was before. Null on
 * another page, which decides itself.
 */
function nearest({ element, path, around }: Place): HTMLElement | null {
  if (element instanceof HTMLElement && element.isConnected && !element.matches(':disabled')) return element;
  if (location.pathname !== path) return null;
  for (const { parent, index } of around) {
    if (!parent.isConnected || parent === document.body) continue;
    const found = usable(parent.children[index]) ?? usable(parent.children[index - 1]);
    if (found) return found;
  }
  return null;
}

/**
 * Hook: where the focus goes when a dialog closes. To what had it before, read before a field with autofocus takes it;
 * to what is beside that if the dialog has taken it away; nowhere if the focus has moved on.
 */
export function useFocusReturn(
  open: boolean,
  popup: RefObject<HTMLElement | null>,
): () => HTMLElement | boolean {
  const read = () => placeOf(document.activeElement);
  const [opened, setOpened] = useState(() => ({ open, from: open ? read() : placeOf(null) }));
  if (opened.open !== open) setOpened({ open, from: open ? read() : opened.from });
  const { from } = opened;
  return () => {
    const { activeElement, body } = document;
    if (activeElement !== body && !popup.current?.contains(activeElement)) return false;
    return (from.element !== body && nearest(from)) || true;
  };
}
