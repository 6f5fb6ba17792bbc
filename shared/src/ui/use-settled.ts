import { useEffect, useState } from 'react';

/** A text as it was when typing last paused for so many ms: what the server is asked for while somebody types. */
export function useSettled(typed: string, ms: number): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), ms);
    return () => clearTimeout(timer);
  }, [typed, ms]);
  return settled;
}
