import { useEffect, useRef, type RefObject } from 'react';

/** Sets attributes that tell whether there is more content on either side, whose edges fade, or on further lines. */
function markEdges(list: HTMLElement): void {
  const hidden = list.scrollWidth - list.clientWidth;
  list.toggleAttribute('data-more-before', list.scrollLeft > 1);
  list.toggleAttribute('data-more-after', list.scrollLeft < hidden - 1);
  list.toggleAttribute('data-more-lines', list.scrollHeight > list.clientHeight + 1);
}

/**
 * Keeps the current link or tab of a row that scrolls in view, and marks the edges that hide more (ORD-36).
 * @param current changes with the current link.
 */
export function useCurrentInView<Shown extends HTMLElement = HTMLElement>(
  current: string,
): RefObject<Shown | null> {
  const list = useRef<Shown>(null);
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const mark = () => markEdges(element);
    // Called once at the start. Scrolls only this list: scrollIntoView would scroll the page too.
    const size = new ResizeObserver(() => {
      const active = element.querySelector<HTMLElement>('[aria-current="page"], [aria-selected="true"]');
      if (active) {
        element.scrollLeft = active.offsetLeft - (element.clientWidth - active.offsetWidth) / 2;
        element.scrollTop = active.offsetTop - (element.clientHeight - active.offsetHeight) / 2;
      }
      mark();
    });
    size.observe(element);
    element.addEventListener('scroll', mark, { passive: true });
    return () => {
      size.disconnect();
      element.removeEventListener('scroll', mark);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- The marked link follows it.
  }, [current]);
  return list;
}
