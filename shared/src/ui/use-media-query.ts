import { useSyncExternalStore } from 'react';

/** Below 768 px lists show cards instead of rows (ORD-02); in rem, as in stylesheets, for browsers with larger text. */
export const NARROW = '(max-width: 47.99rem)';

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
