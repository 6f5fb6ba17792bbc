import { useInsertionEffect, useRef, type RefObject } from 'react';

const FOCUSABLE = ['button', 'input', 'select', 'textarea']
  .map((tag) => `${tag}:not(:disabled)`)
  .concat('a[href]', '[tabindex="0"]')
  .join();

/** The element that has the focus, its page, and its place in each element around it, from the inside out. */
interface Place {
  /** Null if nothing has the focus. */
  element: HTMLElement | null;
  path: string;
  around: readonly { parent: Element; index: number }[];
}

function focusedPlace(): Place {
  const { activeElement, body } = document;
  const element = activeElement instanceof HTMLElement && activeElement !== body ? activeElement : null;
  const around: { parent: Element; index: number }[] = [];
  for (
    let inner: Element | null = element;
    inner?.parentElement && inner !== body;
    inner = inner.parentElement
  )
    around.push({ parent: inner.parentElement, index: [...inner.parentElement.children].indexOf(inner) });
  return { element, path: location.pathname, around };
}

/** The first control in an element, which may be the element itself. */
const controlIn = (element: Element | undefined): HTMLElement | null => {
  if (!element) return null;
  return element.matches(FOCUSABLE)
    ? (element as HTMLElement)
    : element.querySelector<HTMLElement>(FOCUSABLE);
};

/**
 * The element, or if it has gone the control nearest to its place: what came after it, else what was before. Null on
 * another page, which sets the focus itself.
 */
function nearest({ element, path, around }: Place): HTMLElement | null {
  if (element?.isConnected && !element.matches(':disabled')) return element;
  if (location.pathname !== path) return null;
  for (const { parent, index } of around) {
    if (!parent.isConnected || parent === document.body) continue;
    const found = controlIn(parent.children[index]) ?? controlIn(parent.children[index - 1]);
    if (found) return found;
  }
  return null;
}

/**
 * Moves the focus on if its new element is removed before something else has it: rows are read again, and their
 * controls with them, after the dialog that changed them has closed.
 */
function followRemoval(target: HTMLElement, place: Place): void {
  const observer = new MutationObserver(() => {
    const { activeElement, body } = document;
    const isLost = activeElement === null || activeElement === body;
    if (target.isConnected && (isLost || activeElement === target)) return;
    observer.disconnect();
    if (isLost) nearest(place)?.focus({ preventScroll: true });
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/**
 * Hook: the focus returns to the element that opened a dialog, or to the control nearest to its place if the dialog's
 * change removes it. It stays if something else has taken it meanwhile.
 */
export function useFocusReturn(
  open: boolean,
  popup: RefObject<HTMLElement | null>,
): () => HTMLElement | boolean {
  const opener = useRef<Place | null>(null);
  // Not a later effect: a field with autofocus has the focus by then. Not while rendering: the frame of a dialog whose
  // code was loading still has it (dialog-frame.tsx).
  useInsertionEffect(() => {
    if (open) opener.current = focusedPlace();
  }, [open]);
  return () => {
    const { activeElement, body } = document;
    if (activeElement !== body && !popup.current?.contains(activeElement)) return false;
    const place = opener.current;
    const target = place && nearest(place);
    if (!target) return true;
    followRemoval(target, place);
    return target;
  };
}
