import { useEffect, useState } from 'react';

/** Typing is over after this time. */
const PAUSE_MS = 500;

/** A value once nobody has changed it for a moment. */
export function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
