import { useEffect, useState } from 'react';

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
export function useGrowingWindow({ listKey, rowCount, busy, scrolling }: GrowingWindow): number {
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
