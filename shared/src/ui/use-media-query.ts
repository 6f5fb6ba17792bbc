import { useSyncExternalStore } from 'react';

/** Below this width lists show cards instead of rows (ORD-02). */
export const NARROW = '(max-width: 767.98px)';

/** Hook: whether a media query matches; false while prerendering. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
