import { useEffect, useState } from 'react';

/** Seconds until `until` (milliseconds since the epoch), counted down; 0 once it has passed. */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  const running = until > now;
  useEffect(() => {
    if (!running) return undefined;
    const tick = () => setNow(Date.now());
    // The clock may be outdated since the last lock: update it at once.
    const first = setTimeout(tick, 0);
    const timer = setInterval(tick, 1000);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [running]);
  return Math.max(0, Math.ceil((until - now) / 1000));
}
