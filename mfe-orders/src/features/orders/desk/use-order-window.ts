import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { NARROW, useMediaQuery } from '@taller/shared/ui/use-media-query.ts';
import { useTextScale } from '@taller/shared/ui/use-text-scale.ts';

function requestIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 50);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(task);
  return () => cancelIdleCallback(handle);
}

interface GrowingWindow {
  /** Changes with search, filters and page. */
  listKey: string;
  rowCount: number;
  /** The rows are still those of the previous list. */
  busy: boolean;
  scrolling: boolean;
}

/**
 * How many rows beyond the visible ones the list renders: none when a list arrives, so that it is shown quickly, then
 * one more each time the browser is idle, up to the whole page. On a slow phone rendering a row takes longer than a
 * frame, so rows are rendered before the user scrolls.
 */
function useGrowingWindow({ listKey, rowCount, busy, scrolling }: GrowingWindow): number {
  const [grown, setGrown] = useState({ listKey, overscan: 0 });
  // Only when the new list has arrived: removing rows takes time too, while the server needs the processor.
  if (!busy && grown.listKey !== listKey) setGrown({ listKey, overscan: 0 });
  const mayGrow = !busy && !scrolling && grown.overscan < rowCount;
  useEffect(() => {
    if (!mayGrow) return undefined;
    return requestIdle(() => setGrown({ ...grown, overscan: grown.overscan + 1 }));
  }, [mayGrow, grown]);
  return grown.overscan;
}

/** Dimensions of the list, in px (ORD-02): it is at least this high, if it has as many rows. */
export const LIST_HEIGHT = 600;
const ROW_HEIGHT = 88;
const COMPACT_ROW_HEIGHT = 56;
const NARROW_ROW_HEIGHT = 180;
/** Height that the sticky header covers of a scrolled page; base.css has the same for links to fragments. */
const HEADER_HEIGHT = 80;

interface OrderWindowOptions {
  box: RefObject<HTMLElement | null>;
  rowCount: number;
  rowKey: (index: number) => string | number;
  compact: boolean;
  busy: boolean;
  /** Changes with search, filters and page: the list then scrolls to its top. */
  listKey: string;
}

/**
 * Which rows of the list are rendered, and where. The list scrolls in its box, which is as high as the window allows;
 * on a phone the page scrolls instead (ORD-70), since a scroller within a scroller catches the thumb.
 */
export function useOrderWindow({ box, rowCount, rowKey, compact, busy, listKey }: OrderWindowOptions) {
  const narrow = useMediaQuery(NARROW);
  const wideSize = compact ? COMPACT_ROW_HEIGHT : ROW_HEIGHT;
  const scale = useTextScale();
  // Rows and cards grow with the text; a card in which larger text takes more lines is as high as them.
  const size = Math.round((narrow ? NARROW_ROW_HEIGHT : wideSize) * scale);
  const isMeasured = narrow && scale > 1;
  const [scrolling, setScrolling] = useState(false);
  /** The top of the list on the page, in px. */
  const [top, setTop] = useState(0);
  const overscan = useGrowingWindow({ listKey, rowCount, busy, scrolling });
  const options = {
    count: rowCount,
    estimateSize: () => size,
    getItemKey: rowKey,
    overscan,
    // Elements that were measured with larger text are still observed.
    ...(!isMeasured && { measureElement: () => size }),
    onChange: ({ isScrolling }: { isScrolling: boolean }) => setScrolling(isScrolling),
    // Rendered before the first measurement too, so that rows do not flash in.
    initialRect: { width: 0, height: LIST_HEIGHT },
  };
  // The virtualizers' own functions are never handed to memoized children.
  // oxlint-disable-next-line react/incompatible-library
  const inBox = useVirtualizer({ ...options, enabled: !narrow, getScrollElement: () => box.current });
  const inPage = useWindowVirtualizer({
    ...options,
    enabled: narrow,
    scrollMargin: top,
    scrollPaddingStart: HEADER_HEIGHT,
  });
  const virtualizer = narrow ? inPage : inBox;
  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer, size]);
  useLayoutEffect(() => {
    if (narrow && box.current) setTop(box.current.getBoundingClientRect().top + scrollY);
  }, [narrow, box, listKey]);

  const scrollToTop = useCallback(() => {
    const element = box.current;
    if (!element) return;
    if (!narrow) return element.scrollTo({ top: 0, behavior: 'instant' });
    // Up to the list's first row, never down past the controls above it.
    const above = element.getBoundingClientRect().top - HEADER_HEIGHT;
    if (above < 0) scrollBy({ top: above, behavior: 'instant' });
  }, [box, narrow]);
  const shownKey = useRef(listKey);
  useEffect(() => {
    if (shownKey.current === listKey) return;
    shownKey.current = listKey;
    scrollToTop();
  }, [listKey, scrollToTop]);

  return {
    height: virtualizer.getTotalSize(),
    rows: virtualizer.getVirtualItems().map(({ index, key, size: height, start }) => ({
      index,
      key,
      /** Styles of the row's box. */
      place: {
        ...(isMeasured ? { minHeight: size } : { height }),
        transform: `translateY(${narrow ? start - top : start}px)`,
      },
    })),
    narrow,
    /** Takes a row's element, if rows are as high as what they say. */
    measure: isMeasured ? virtualizer.measureElement : undefined,
    scrollToRow: (index: number) => virtualizer.scrollToIndex(index),
    scrollToTop,
    isAtTop: () => (narrow ? scrollY : (box.current?.scrollTop ?? 0)) === 0,
  };
}
