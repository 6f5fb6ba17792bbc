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
  /** The rows are still those of the list before. */
  busy: boolean;
  scrolling: boolean;
}

/**
 * How many rows beyond those in view the list draws: none when a list arrives, so that it is on screen soon, then one more each time the
 * browser has nothing else to do, up to the whole page. A row costs a slow phone more than a frame lasts; one that is there before the
 * finger scrolls costs nothing then.
 */
export function useGrowingWindow({ listKey, rowCount, busy, scrolling }: GrowingWindow): number {
  const [grown, setGrown] = useState({ listKey, overscan: 0 });
  // Not before the new list is there: taking rows away is work too, while the server has the processor to itself.
  if (!busy && grown.listKey !== listKey) setGrown({ listKey, overscan: 0 });
  const mayGrow = !busy && !scrolling && grown.overscan < rowCount;
  useEffect(() => {
    if (!mayGrow) return undefined;
    return requestIdle(() => setGrown({ ...grown, overscan: grown.overscan + 1 }));
  }, [mayGrow, grown]);
  return grown.overscan;
}
