import { useLayoutEffect, useState } from 'react';
import { useLocation, useSearchParams } from '@taller/shared/runtime';
import type { OwnViews } from './use-saved-views.ts';

/**
 * Opens the start view on the desk's plain URL, in place of it, so that Back leads to the page before (ORD-82). Decided
 * once for each arrival: a start that is chosen meanwhile in another tab moves nothing here.
 * @param isHere the desk itself is shown, not another screen's dialog over it.
 * @returns whether it is still open which view is shown.
 */
export function useStartView({ start, isSettled }: OwnViews, isHere: boolean): boolean {
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation();
  const [decided, setDecided] = useState<{ key: string; start: string | null }>();
  const isPlain = isHere && params.size === 0;
  const isDecided = decided?.key === key;
  if (isPlain && isSettled && !isDecided) setDecided({ key, start });
  const next = isPlain && isDecided ? decided.start : null;
  useLayoutEffect(() => {
    if (next !== null) setParams(next, { replace: true, state });
  }, [next, setParams, state]);
  return isPlain && (!isDecided || next !== null);
}
