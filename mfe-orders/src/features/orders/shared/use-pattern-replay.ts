import { useEffect, useState } from 'react';
import { PATTERN_SEGMENT_MS } from '@taller/shared/orders/device-codes/pattern-lock.ts';

/** Plays a pattern of `length` dots back, one by one. `lit` is how many are lit; null while nothing plays. */
export function usePatternReplay(length: number) {
  const [lit, setLit] = useState<number | null>(null);
  useEffect(() => {
    if (lit === null) return undefined;
    const timer = setTimeout(() => setLit(lit >= length ? null : lit + 1), PATTERN_SEGMENT_MS);
    return () => clearTimeout(timer);
  }, [lit, length]);
  return { lit, play: () => setLit(1) };
}
